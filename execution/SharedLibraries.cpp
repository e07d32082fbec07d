#include "execution/SharedLibraries.h"
#include "execution/batch/Pipeline.h"
#include "execution/wire/MemoryFile.h"
#include "program/ProgramLoader.h"
#include "program/Try.h"
#include "program/files/ProgramFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <memory>
#include <string>
#include <vector>

namespace mlirgym {

llvm::Expected<std::shared_ptr<const SharedLibraries>>
SharedLibraries::read(llvm::ArrayRef<std::string> paths) {
  auto result = std::make_shared<SharedLibraries>();
  constexpr uint64_t mostBytes = uint64_t(1) << 30;
  std::string hashes;
  for (const std::string &path : paths) {
    MLIRGYM_TRY(auto file,
                readRegularFile(path, mostBytes, "give a smaller library"));
    llvm::StringRef bytes = file->getBuffer();
    if (llvm::identify_magic(bytes) != llvm::file_magic::elf_shared_object)
      return llvm::make_error<ProgramError>(
          path + ": not a shared library; link it with -shared");
    hashes += contentHash({bytes.data(), bytes.size()});
    result->libraries.push_back(
        {llvm::sys::path::filename(path).str(), bytes.str()});
  }
  result->contentsHash = contentHash({hashes.data(), hashes.size()});
  return result;
}

llvm::Expected<worker::MemoryFile>
SharedLibraries::linkWith(llvm::ArrayRef<char> object) const {
  std::vector<llvm::NewArchiveMember> members;
  members.emplace_back(llvm::MemoryBufferRef(
      llvm::StringRef(object.data(), object.size()), "kernel.o"));
  for (const Library &library : libraries)
    members.emplace_back(llvm::MemoryBufferRef(library.bytes, library.name));
  MLIRGYM_TRY(auto archive, llvm::writeArchiveToBuffer(
                                members, llvm::SymtabWritingMode::NoSymtab,
                                llvm::object::Archive::K_GNU,
                                /*Deterministic=*/true, /*Thin=*/false));
  llvm::StringRef bytes = archive->getBuffer();
  return worker::MemoryFile::create("mlirgym-object",
                                    {bytes.data(), bytes.size()});
}

} // namespace mlirgym
