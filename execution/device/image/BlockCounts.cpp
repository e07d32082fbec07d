#include "execution/device/image/BlockCounts.h"
#include "execution/device/image/QemuPlugin.h"
#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace mlirgym {

/// True if a RISC-V instruction sets the vector type: opcode OP-V with the
/// width of configuration instructions.
static bool setsVectorState(uint32_t encoding) {
  constexpr uint32_t mask = 0x707f, configuration = 0x7057;
  return (encoding & mask) == configuration;
}

void BlockCounts::add(qemu_plugin_tb *block) {
  Block &added = blocks.emplace_back();
  added.all = this;
  added.address = qemu_plugin_tb_vaddr(block);
  for (size_t i = 0, end = qemu_plugin_tb_n_insns(block); i < end; ++i) {
    const qemu_plugin_insn *each = qemu_plugin_tb_get_insn(block, i);
    const auto *bytes = static_cast<const char *>(qemu_plugin_insn_data(each));
    const size_t size = qemu_plugin_insn_size(each);
    added.bytes.append(bytes, size);
    uint32_t encoding = 0;
    if (size == sizeof(encoding))
      std::memcpy(&encoding, bytes, size);
    if (isRiscv && setsVectorState(encoding))
      added.newState = encoding;
  }
  added.end = added.address + added.bytes.size();
  constexpr int noRegisters = 0;
  qemu_plugin_register_vcpu_tb_exec_cb(block, onExecution, noRegisters, &added);
}

void BlockCounts::onExecution(unsigned, void *data) {
  auto &block = *static_cast<Block *>(data);
  uint32_t &state = block.all->vectorState;
  uint64_t &lastEnd = block.all->lastEnd;
  Count *found = nullptr;
  for (Count &each : block.counts)
    if (each.vectorState == state)
      found = &each;
  if (!found)
    found = &block.counts.emplace_back(Count{.vectorState = state});
  ++found->executions;
  if (lastEnd == block.address)
    ++found->following;
  lastEnd = block.end;
  if (block.newState != 0)
    state = block.newState;
}

void BlockCounts::write(std::FILE *file) const {
  size_t lines = 0;
  for (const Block &block : blocks)
    lines += block.counts.size();
  std::fprintf(file, "blocks %zu\n", lines);
  for (const Block &block : blocks)
    for (const Count &count : block.counts) {
      std::fprintf(file, "%" PRIx64 " %" PRIx32 " %" PRIu64 " %" PRIu64 " ",
                   block.address, count.vectorState, count.executions,
                   count.following);
      for (const char byte : block.bytes)
        std::fprintf(file, "%02x", static_cast<unsigned char>(byte));
      std::fputc('\n', file);
    }
  std::fputs("end\n", file);
}

} // namespace mlirgym
