// Copies to the memory of a device, and back: device [DEVICE]
//
// "emulated:0" has memory of its own in a process beside this one, as a GPU
// has; `mlirgym doctor` lists the devices that are there.
#include "execution/device/AcceleratorDevice.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

using namespace mlirgym;

int main(int argc, char **argv) {
  llvm::ExitOnError orExit("device: ");
  std::unique_ptr<AcceleratorDevice> device =
      orExit(AcceleratorDevice::open(argc > 1 ? argv[1] : "emulated:0"));
  std::string text = "a hundred tiles", back(text.size(), '\0');
  DeviceBuffer buffer = orExit(device->allocate(text.size()));
  orExit(device->copyTo(buffer, 0, llvm::ArrayRef(text.data(), text.size())));
  orExit(device->copyFrom(buffer, 0, {back.data(), back.size()}));
  orExit(device->free(buffer));
  llvm::outs() << device->id() << " gave back: " << back << "\n";
}
