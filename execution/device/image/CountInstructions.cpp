// A plugin of qemu-user that writes its results when the emulated program ends.
// Its arguments select them:
//
//   out=FILE     the number of executed instructions
//   blocks=FILE the executions of each block (BlockCounts.h)

#include "execution/device/image/BlockCounts.h"
#include "execution/device/image/QemuPlugin.h"
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

const int qemu_plugin_version = 1;

namespace {
using mlirgym::BlockCounts;

constexpr int addToNumber = 0;
uint64_t executed = 0;
std::string numberFile, blocksFile;
std::optional<BlockCounts> blocks;

void onTranslation(qemu_plugin_id_t, qemu_plugin_tb *block) {
  if (!numberFile.empty())
    qemu_plugin_register_vcpu_tb_exec_inline(block, addToNumber, &executed,
                                             qemu_plugin_tb_n_insns(block));
  if (blocks)
    blocks->add(block);
}

void onExit(qemu_plugin_id_t, void *) {
  if (std::FILE *out =
          numberFile.empty() ? nullptr : std::fopen(numberFile.c_str(), "w")) {
    std::fprintf(out, "%llu\n", static_cast<unsigned long long>(executed));
    std::fclose(out);
  }
  if (std::FILE *out = blocks ? std::fopen(blocksFile.c_str(), "w") : nullptr) {
    blocks->write(out);
    std::fclose(out);
  }
}

/// The rest of the argument that begins with `name`, "" if there is none.
std::string valueOf(const char *name, int argc, char **argv) {
  const size_t length = std::strlen(name);
  for (int i = 0; i < argc; ++i)
    if (std::strncmp(argv[i], name, length) == 0)
      return argv[i] + length;
  return "";
}
} // namespace

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
                        char **argv) {
  numberFile = valueOf("out=", argc, argv);
  blocksFile = valueOf("blocks=", argc, argv);
  if (numberFile.empty() && blocksFile.empty())
    return 1;
  if (!blocksFile.empty())
    blocks.emplace(
        std::strncmp(info->target_name, "riscv", std::strlen("riscv")) == 0);
  qemu_plugin_register_vcpu_tb_trans_cb(id, onTranslation);
  qemu_plugin_register_atexit_cb(id, onExit, nullptr);
  return 0;
}
