//===- execution/wire/ProgramArchive.h - Programs as bytes ------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WIRE_PROGRAMARCHIVE_H
#define MLIRGYM_EXECUTION_WIRE_PROGRAMARCHIVE_H

#include "execution/wire/MessageArchive.h"
#include "execution/wire/Messages.h"
#include "program/Limits.h"
#include "program/Program.h"
#include "program/ProgramParts.h"
#include <vector>

namespace mlirgym::worker {

// Messages of a worker that has read untrusted text are limited by Limits.h,
// and no length makes the reader allocate memory before the bytes have arrived.
// checkParts() checks numbers and indices.

/// A list of at most `most` elements; the reader fails if it is longer.
template <size_t most, typename Archive, typename List>
void archiveList(Archive &archive, List &list) {
  if constexpr (std::is_same_v<Archive, MessageWriter>) {
    archive(static_cast<uint64_t>(list.size()));
    for (auto &element : list)
      archive(element);
  } else {
    uint64_t length = 0;
    archive(length);
    if (length > most)
      archive.fail();
    list.clear();
    while (!archive.failedSoFar() && list.size() < length)
      archive(list.emplace_back());
  }
}

/// Enumerators and flags are single bytes; flags must be 0 or 1.
template <typename Archive, typename T>
void archiveByte(Archive &archive, T &value) {
  auto byte = static_cast<uint8_t>(value);
  archive(byte);
  value = static_cast<T>(byte);
}

template <typename Archive> void serialize(Archive &archive, AffineTerm &term) {
  archiveList<maxLoops>(archive, term.coefficients);
  archive(term.constant);
  archiveByte(archive, term.linear);
}

template <typename Archive> void serialize(Archive &archive, Operand &operand) {
  archiveList<maxLoops>(archive, operand.map);
  archiveList<maxLoops>(archive, operand.shape);
  archiveByte(archive, operand.elementType);
  archiveByte(archive, operand.source);
  archive(operand.producer);
}

template <typename Archive>
void serialize(Archive &archive, ArithmeticCounts &counts) {
  archive(counts.add, counts.sub, counts.mul, counts.div, counts.exp,
          counts.max, counts.other);
}

template <typename Archive> void serialize(Archive &archive, Operation &op) {
  archive(op.tag, op.kind);
  archiveList<maxLoops>(archive, op.tripCounts);
  std::vector<uint8_t> types;
  for (IteratorType type : op.iteratorTypes)
    types.push_back(static_cast<uint8_t>(type));
  archiveList<maxLoops>(archive, types);
  op.iteratorTypes.clear();
  for (uint8_t type : types)
    op.iteratorTypes.push_back(static_cast<IteratorType>(type));
  archiveList<maxOperands>(archive, op.inputs);
  archiveList<maxOperands>(archive, op.inits);
  archive(op.counts);
  archiveList<maxOperations>(archive, op.consumers);
  archiveByte(archive, op.isReadElsewhere);
  archiveByte(archive, op.hasCombiner);
  archiveByte(archive, op.vectorizable);
}

template <typename Archive>
void serialize(Archive &archive, Argument &argument) {
  archiveList<maxLoops>(archive, argument.shape);
  archiveByte(archive, argument.elementType);
  archiveByte(archive, argument.isOutput);
  archiveByte(archive, argument.isInput);
  archiveByte(archive, argument.isOnDevice);
}

template <typename Archive>
void serialize(Archive &archive, SourceSignature::Value &value) {
  archiveList<maxLoops>(archive, value.shape);
  archiveByte(archive, value.elementType);
  archive(value.argument);
  archiveByte(archive, value.isTensor);
  archiveByte(archive, value.origin);
}

// The signature of a source function, which may have more parameters than the
// normal form has arguments.
template <typename Archive>
void serialize(Archive &archive, SourceSignature &source) {
  archive(source.entry);
  archiveList<maxOperations>(archive, source.parameters);
  archiveList<maxOperations>(archive, source.results);
}

template <typename Archive>
void serialize(Archive &archive, LoadModuleMessage &message) {
  archive(message.text, message.origin, message.program, message.kernel);
  archiveList<maxArguments>(archive, message.arguments);
  archive(message.source);
}

template <typename Archive>
void serialize(Archive &archive, ModuleLoadedMessage &message) {
  archive(message.error, message.text);
  for (uint8_t &byte : message.key.bytes)
    archive(byte);
  archive(message.script, message.tags, message.retiring);
}

template <typename Archive>
void serialize(Archive &archive, TextLoadedMessage &message) {
  ProgramParts &parts = message.parts;
  archive(message.error, parts.text);
  for (uint8_t &byte : parts.key.bytes)
    archive(byte);
  archiveList<maxOperations>(archive, parts.operations);
  archiveList<maxArguments>(archive, parts.arguments);
  archive(parts.source, message.retiring);
}
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WIRE_PROGRAMARCHIVE_H
