//===- execution/device/image/QemuPlugin.h - QEMU's plugin interface ------===//
//
// The part of version 1 of the interface (QEMU 4.2 to 8.2) that our plugin
// uses; QEMU does not install the header.
//
//===----------------------------------------------------------------------===//
#ifndef MLIRGYM_EXECUTION_DEVICE_IMAGE_QEMUPLUGIN_H
#define MLIRGYM_EXECUTION_DEVICE_IMAGE_QEMUPLUGIN_H

#include <cstddef>
#include <cstdint>

extern "C" {
/// Code without jumps into or out of it, and one of its instructions.
struct qemu_plugin_tb;
struct qemu_plugin_insn;
/// The first members.
struct qemu_info_t {
  const char *target_name; ///< "aarch64", "riscv64"
};
using qemu_plugin_id_t = uint64_t;

size_t qemu_plugin_tb_n_insns(const qemu_plugin_tb *block);
uint64_t qemu_plugin_tb_vaddr(const qemu_plugin_tb *block);
qemu_plugin_insn *qemu_plugin_tb_get_insn(const qemu_plugin_tb *block,
                                          size_t index);
const void *qemu_plugin_insn_data(const qemu_plugin_insn *instruction);
size_t qemu_plugin_insn_size(const qemu_plugin_insn *instruction);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*callback)(qemu_plugin_id_t,
                                                            qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(qemu_plugin_tb *block,
                                              int operation, void *number,
                                              uint64_t amount);
void qemu_plugin_register_vcpu_tb_exec_cb(qemu_plugin_tb *block,
                                          void (*callback)(unsigned processor,
                                                           void *data),
                                          int registers, void *data);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
                                    void (*callback)(qemu_plugin_id_t, void *),
                                    void *data);

__attribute__((visibility("default"))) extern const int qemu_plugin_version;
__attribute__((visibility("default"))) int
qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
                    char **argv);
}

#endif // MLIRGYM_EXECUTION_DEVICE_IMAGE_QEMUPLUGIN_H
