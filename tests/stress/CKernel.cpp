#include "CKernel.h"
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace mlirgym {

worker::MemoryFile compileC(const StressFolder &folder,
                            const std::string &source,
                            const std::string &flags) {
  std::string file = folder.path() / "kernel.c",
              object = folder.path() / "kernel.o";
  std::ofstream(file) << source;
  std::string command = std::string(MLIRGYM_STRESS_C_COMPILER) +
                        " -fPIC -w -c " + flags + " " + file + " -o " + object;
  if (std::system(command.c_str()) != 0)
    fail(llvm::createStringError(command + ": failed; install that compiler"));
  std::ifstream stream(object, std::ios::binary);
  std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
  return orFail(worker::MemoryFile::create("stress-object", bytes));
}

std::string vectorKernel(const std::string &body, const std::string &before,
                         const std::string &entry) {
  return before +
         "\ntypedef struct { double *base, *data; long offset, size, stride; }"
         " Vector_" +
         entry + ";\nvoid _mlir_ciface_" + entry + "(Vector_" + entry +
         " *inVector, Vector_" + entry +
         " *outVector) {\n"
         "const double *in = inVector->data; double *out = outVector->data;\n"
         "long n = outVector->size; (void)in, (void)out, (void)n;\n" +
         body + "\n}\n";
}

worker::ProgramData vectorData(int64_t numElements) {
  Argument in, out;
  in.shape = out.shape = {numElements};
  in.elementType = out.elementType = ElementType::F64;
  in.isInput = out.isOutput = true;
  out.isInput = false;
  return orFail(worker::ProgramData::create({in, out}, /*seed=*/7, 1e-12));
}

} // namespace mlirgym
