#include "bindings/Arrays.h"

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

py::dtype dtypeOf(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return py::dtype("f8");
  case ElementType::F32:
    return py::dtype("f4");
  case ElementType::F16:
    return py::dtype("f2");
  case ElementType::BF16:
    return py::dtype("u2");
  case ElementType::I64:
    return py::dtype("i8");
  case ElementType::I32:
    return py::dtype("i4");
  case ElementType::I8:
    return py::dtype("i1");
  }
  llvm_unreachable("every element type has a dtype");
}
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
      dtypeOf(argument.elementType),
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
