#include "bindings/Arrays.h"
#include "program/EnumNames.h"

namespace py = pybind11;

namespace mlirgym::python {

namespace {
/// Keeps an array alive while a buffer refers to its memory.
struct ArrayOwner {
  py::array array;
  void operator()(void *) {
    py::gil_scoped_acquire gil;
    array.release().dec_ref();
  }
};

constexpr EnumNames<ElementType::I8> dtypes = {
    {"f8", "f4", "f2", "u2", "i8", "i4", "i1"}};
} // namespace

HostBuffer toBuffer(py::handle object) {
  if (!py::isinstance<py::array>(object))
    throw py::type_error(py::str("{!r} is not a NumPy array; give one")
                             .format(object)
                             .cast<std::string>());
  auto array = py::reinterpret_borrow<py::array>(object);
  if (!(array.flags() & py::array::c_style))
    throw py::value_error("an array is not contiguous; pass it through "
                          "numpy.ascontiguousarray");
  // Const buffers are never written through this pointer.
  auto *data = static_cast<char *>(const_cast<void *>(array.data()));
  const auto size = static_cast<size_t>(array.nbytes());
  return {{data, size}, {static_cast<void *>(data), ArrayOwner{array}}};
}

std::vector<HostBuffer> toBuffers(const py::object &arrays) {
  std::vector<HostBuffer> buffers;
  for (py::handle array : arrays)
    buffers.push_back(toBuffer(array));
  return buffers;
}

py::array toArray(const HostBuffer &buffer, const Argument &argument) {
  if (const auto *owner = std::get_deleter<ArrayOwner>(buffer.owner))
    return owner->array;
  auto *kept = new std::shared_ptr<void>(buffer.owner);
  py::capsule base(kept, [](void *pointer) {
    delete static_cast<std::shared_ptr<void> *>(pointer);
  });
  return py::array(
      py::dtype(dtypes.of(argument.elementType).str()),
      std::vector<py::ssize_t>(argument.shape.begin(), argument.shape.end()),
      buffer.data(), base);
}

py::list toArrays(llvm::ArrayRef<HostBuffer> buffers,
                  llvm::ArrayRef<Argument> arguments, bool Argument::*role) {
  py::list arrays;
  for (const Argument &argument : arguments)
    if (argument.*role && arrays.size() < buffers.size())
      arrays.append(toArray(buffers[arrays.size()], argument));
  return arrays;
}

} // namespace mlirgym::python
