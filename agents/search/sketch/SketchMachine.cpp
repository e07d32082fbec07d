#include "agents/search/sketch/SketchMachine.h"
#include "lowering/target/Target.h"

using namespace mlirgym;

SketchMachine SketchMachine::of(const Target &target) {
  SketchMachine machine;
  machine.vectorBytes = int64_t(target.vectorBits) / 8 * target.registerGroup;
  machine.registers = target.vectorRegisters;
  machine.matrixTiles = target.dots.tiles;
  if (target.l2Bytes > 0)
    machine.cacheBytes = target.l2Bytes;
  return machine;
}
