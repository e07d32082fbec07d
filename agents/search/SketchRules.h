//===- agents/search/SketchRules.h - What a sketch is drawn by --*- C++ -*-===//
#ifndef MLIRGYM_AGENTS_SEARCH_SKETCHRULES_H
#define MLIRGYM_AGENTS_SEARCH_SKETCHRULES_H

#include "agents/search/OperationSketch.h"

namespace mlirgym {

/// Each rule of SketchRules.def may take actions on the operation, or none; it
/// is called whether or not the operation has ended.
#define MLIRGYM_SKETCH_RULE(Function, Summary)                                 \
  void Function(OperationSketch &sketch);
#include "agents/search/SketchRules.def"
} // namespace mlirgym
#endif // MLIRGYM_AGENTS_SEARCH_SKETCHRULES_H
