//===- execution/wire/MessageArchive.h - Records as bytes -------*- C++ -*-===//
#ifndef MLIRGYM_EXECUTION_WIRE_MESSAGEARCHIVE_H
#define MLIRGYM_EXECUTION_WIRE_MESSAGEARCHIVE_H

#include "llvm/ADT/StringRef.h"
#include <cereal/cereal.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <cstring>
#include <string>
#include <type_traits>

namespace mlirgym::worker {

/// Writes a record's fields consecutively in the machine's byte order: both
/// sides run on the same machine.
class MessageWriter
    : public cereal::OutputArchive<MessageWriter,
                                   cereal::AllowEmptyClassElision> {
public:
  MessageWriter() : OutputArchive(this) {}
  void write(const void *data, size_t size) {
    bytes.append(static_cast<const char *>(data), size);
  }
  std::string take() { return std::move(bytes); }

private:
  std::string bytes;
};

/// Reads the format of MessageWriter. cereal's own binary archive throws on a
/// short message and trusts every length that it reads. This one checks each
/// length against the remaining bytes; after an error it reads zeros and
/// failed() is true. Bytes from a damaged process therefore cause neither
/// exceptions nor large allocations.
class MessageReader
    : public cereal::InputArchive<MessageReader,
                                  cereal::AllowEmptyClassElision> {
public:
  explicit MessageReader(llvm::StringRef message)
      : InputArchive(this), rest(message) {}
  void read(void *data, size_t size) {
    if (size > rest.size()) {
      broken = true;
      rest = {};
      std::memset(data, 0, size);
      return;
    }
    if (size == 0) // the end of the message may be a null pointer
      return;
    std::memcpy(data, rest.data(), size);
    rest = rest.drop_front(size);
  }
  /// Reads the length of a list whose elements take at least one byte each.
  template <typename T> void readLength(T &length) {
    read(&length, sizeof(length));
    if (static_cast<uint64_t>(length) <= rest.size())
      return;
    broken = true;
    length = 0;
  }
  /// Marks the record as invalid: all further reads fail.
  void fail() {
    broken = true;
    rest = {};
  }
  bool failedSoFar() const { return broken; }
  /// True if the message was too short or too long for the record.
  bool failed() const { return broken || !rest.empty(); }

private:
  llvm::StringRef rest;
  bool broken = false;
};

template <typename T>
  requires std::is_arithmetic_v<T>
void save(MessageWriter &archive, const T &value) {
  archive.write(&value, sizeof(value));
}
template <typename T>
  requires std::is_arithmetic_v<T>
void load(MessageReader &archive, T &value) {
  static_assert(!std::is_same_v<T, bool>,
                "a bool with another value than 0 or 1 is undefined behaviour; "
                "use uint8_t");
  archive.read(&value, sizeof(value));
}
template <typename T>
void save(MessageWriter &archive, const cereal::BinaryData<T> &data) {
  archive.write(data.data, data.size);
}
template <typename T>
void load(MessageReader &archive, cereal::BinaryData<T> &data) {
  archive.read(data.data, data.size);
}
template <typename T>
void save(MessageWriter &archive, const cereal::SizeTag<T> &tag) {
  archive(tag.size);
}
template <typename T>
void load(MessageReader &archive, cereal::SizeTag<T> &tag) {
  archive.readLength(tag.size);
}

template <typename Record> std::string encode(const Record &record) {
  MessageWriter writer;
  writer(record);
  return writer.take();
}
/// False unless `message` is exactly one such record.
template <typename Record>
bool decode(llvm::StringRef message, Record &record) {
  MessageReader reader(message);
  reader(record);
  return !reader.failed();
}
} // namespace mlirgym::worker
#endif // MLIRGYM_EXECUTION_WIRE_MESSAGEARCHIVE_H
