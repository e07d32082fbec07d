// A plugin of qemu-user: counts the instructions that the emulated program
// executes, and writes their number to the file of its argument `out=FILE` when
// the program ends.
//
// The declarations are those of version 1 of QEMU's plugin interface (QEMU 4.2
// to 8.2).

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

extern "C" {
struct qemu_plugin_tb;
struct qemu_info_t;
using qemu_plugin_id_t = uint64_t;

size_t qemu_plugin_tb_n_insns(const qemu_plugin_tb *block);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*callback)(qemu_plugin_id_t,
                                                            qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(qemu_plugin_tb *block,
                                              int operation, void *number,
                                              uint64_t amount);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
                                    void (*callback)(qemu_plugin_id_t, void *),
                                    void *data);

__attribute__((visibility("default"))) extern const int qemu_plugin_version;
const int qemu_plugin_version = 1;
__attribute__((visibility("default"))) int
qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
                    char **argv);
}

namespace {
constexpr int addToNumber = 0;
uint64_t executed = 0;
char file[4096];

/// A block is code without jumps into or out of it.
void onTranslation(qemu_plugin_id_t, qemu_plugin_tb *block) {
  qemu_plugin_register_vcpu_tb_exec_inline(block, addToNumber, &executed,
                                           qemu_plugin_tb_n_insns(block));
}

void onExit(qemu_plugin_id_t, void *) {
  std::FILE *out = std::fopen(file, "w");
  if (!out)
    return;
  std::fprintf(out, "%llu\n", static_cast<unsigned long long>(executed));
  std::fclose(out);
}
} // namespace

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *, int argc,
                        char **argv) {
  constexpr char option[] = "out=";
  constexpr size_t length = sizeof(option) - 1;
  for (int i = 0; i < argc; ++i)
    if (std::strncmp(argv[i], option, length) == 0)
      std::snprintf(file, sizeof(file), "%s", argv[i] + length);
  if (file[0] == '\0')
    return 1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, onTranslation);
  qemu_plugin_register_atexit_cb(id, onExit, nullptr);
  return 0;
}
