#include "agents/policy/Checkpoint.h"
#include "agents/policy/nets/Guarded.h"
#include "program/files/AtomicFile.h"
#include "program/files/RegularFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Error.h"
#include <ATen/ATen.h>
#include <string>
#include <torch/serialize.h>
#include <vector>

using namespace mlirgym;

namespace {
constexpr char formatName[] = "mlirgym-checkpoint";

/// Far above the size of any network here; prevents a wrong file from filling
/// memory.
constexpr uint64_t mostCheckpointBytes = uint64_t(4) << 30;

/// Indices in the tuple.
enum Place : size_t { Format, Version, Digest, Facts, Names, Tensors, Places };

std::string digestOf(llvm::StringRef facts, llvm::ArrayRef<NamedArray> arrays) {
  llvm::BLAKE3 hash;
  hash.update(facts);
  for (const NamedArray &array : arrays) {
    hash.update(array.name);
    hash.update(
        llvm::ArrayRef(reinterpret_cast<const uint8_t *>(array.shape.data()),
                       array.shape.size() * sizeof(int64_t)));
    hash.update(
        llvm::ArrayRef(reinterpret_cast<const uint8_t *>(array.values.data()),
                       array.values.size() * sizeof(float)));
  }
  return llvm::toHex(hash.final<16>(), /*LowerCase=*/true);
}

llvm::Error unusable(llvm::StringRef path, llvm::StringRef why) {
  return llvm::createStringError(path.str() + ": " + why.str());
}

llvm::Expected<Checkpoint> decode(llvm::StringRef path,
                                  const c10::IValue &archive) {
  const std::string foreign =
      "is a LibTorch file, but not a checkpoint of mlirgym; pass a "
      "checkpoint.pt that `mlirgym train` wrote";
  if (!archive.isTuple())
    return unusable(path, foreign);
  const auto &places = archive.toTupleRef().elements();
  if (places.size() < 2 || !places[Format].isString() ||
      places[Format].toStringRef() != formatName || !places[Version].isInt())
    return unusable(path, foreign);
  const int64_t version = places[Version].toInt();
  if (version != checkpointVersion)
    return unusable(
        path, "is a checkpoint of version " + std::to_string(version) +
                  ", this is version " + std::to_string(checkpointVersion) +
                  "; train again, or use the mlirgym that wrote it");

  const std::string damaged =
      "is damaged; restore it from a copy or train again";
  if (places.size() != Places || !places[Digest].isString() ||
      !places[Facts].isString() || !places[Names].isTuple() ||
      !places[Tensors].isTuple())
    return unusable(path, damaged);
  const auto &names = places[Names].toTupleRef().elements();
  const auto &tensors = places[Tensors].toTupleRef().elements();
  if (names.size() != tensors.size())
    return unusable(path, damaged);
  Checkpoint checkpoint;
  for (size_t i = 0; i < names.size(); ++i) {
    if (!names[i].isString() || !tensors[i].isTensor() ||
        tensors[i].toTensor().scalar_type() != at::kFloat)
      return unusable(path, damaged);
    const at::Tensor tensor = tensors[i].toTensor().contiguous();
    const float *data = tensor.const_data_ptr<float>();
    checkpoint.arrays.push_back({names[i].toStringRef(),
                                 tensor.sizes().vec(),
                                 {data, data + tensor.numel()}});
  }
  const std::string &facts = places[Facts].toStringRef();
  if (digestOf(facts, checkpoint.arrays) != places[Digest].toStringRef())
    return unusable(path, damaged);
  checkpoint.facts = nlohmann::ordered_json::parse(facts);
  return checkpoint;
}
} // namespace

llvm::Error mlirgym::inFile(llvm::StringRef path, llvm::Error error) {
  if (!error)
    return error;
  return unusable(path, llvm::toString(std::move(error)));
}

llvm::Error mlirgym::writeCheckpoint(llvm::StringRef path,
                                     const Checkpoint &checkpoint) {
  llvm::Expected<std::vector<char>> bytes =
      guarded(path, [&]() -> llvm::Expected<std::vector<char>> {
        std::vector<c10::IValue> names, tensors;
        for (const NamedArray &array : checkpoint.arrays) {
          names.emplace_back(array.name);
          tensors.emplace_back(at::tensor(array.values).reshape(array.shape));
        }
        const std::string facts = checkpoint.facts.dump();
        std::vector<c10::IValue> places(Places);
        places[Format] = std::string(formatName);
        places[Version] = checkpointVersion;
        places[Digest] = digestOf(facts, checkpoint.arrays);
        places[Facts] = facts;
        places[Names] = c10::ivalue::Tuple::create(std::move(names));
        places[Tensors] = c10::ivalue::Tuple::create(std::move(tensors));
        return torch::pickle_save(
            c10::ivalue::Tuple::create(std::move(places)));
      });
  if (!bytes)
    return bytes.takeError();
  return writeAtomically(path, llvm::StringRef(bytes->data(), bytes->size()));
}

llvm::Expected<Checkpoint> mlirgym::readCheckpoint(llvm::StringRef path) {
  auto file = readRegular(path, mostCheckpointBytes);
  if (!file)
    return unusable(path, "cannot be read: " + file.getError().message() +
                              "; pass a checkpoint.pt that `mlirgym train` "
                              "wrote");
  const llvm::StringRef bytes = (*file)->getBuffer();
  llvm::Expected<Checkpoint> checkpoint =
      guarded(path, [&]() -> llvm::Expected<Checkpoint> {
        return decode(path, torch::pickle_load({bytes.begin(), bytes.end()}));
      });
  if (checkpoint)
    return checkpoint;
  // LibTorch's message contains neither the file's name nor advice.
  std::string text = llvm::toString(checkpoint.takeError());
  if (llvm::StringRef(text).contains("PytorchStreamReader") ||
      llvm::StringRef(text).contains("ickle"))
    return unusable(path, "is not a checkpoint, or was truncated (" +
                              llvm::StringRef(text)
                                  .substr(path.size() + 2)
                                  .split(". ")
                                  .first.str() +
                              "); pass a checkpoint.pt that `mlirgym train` "
                              "wrote");
  return llvm::createStringError(text);
}
