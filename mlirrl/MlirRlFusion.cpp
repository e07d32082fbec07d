#include "mlirrl/MlirRlFusion.h"
#include "program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include <optional>
#include <vector>

namespace mlirgym {

/// Operations whose results `op` reads.
static llvm::SmallSet<int, 4> producersOf(const Operation &op) {
  llvm::SmallSet<int, 4> producers;
  auto add = [&](llvm::ArrayRef<Operand> operands) {
    for (const Operand &operand : operands)
      if (operand.source == Operand::Source::Operation)
        producers.insert(operand.producer);
  };
  add(op.inputs);
  add(op.inits);
  return producers;
}

std::optional<unsigned> onlyProducer(const Program &program, unsigned op) {
  if (op >= program.operations().size())
    return std::nullopt;
  llvm::SmallSet<int, 4> producers = producersOf(program.operations()[op]);
  if (producers.size() != 1)
    return std::nullopt;
  const auto index = static_cast<unsigned>(*producers.begin());
  const Operation &producer = program.operations()[index];
  if (!producersOf(producer).empty() || producer.isReadElsewhere ||
      producer.consumers.size() != 1)
    return std::nullopt;
  return index;
}

void moveBefore(std::vector<unsigned> &order, unsigned producer,
                unsigned consumer) {
  llvm::erase(order, producer);
  order.insert(llvm::find(order, consumer), producer);
}

} // namespace mlirgym
