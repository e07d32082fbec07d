#include "execution/wire/Wire.h"
#include "program/files/FileDescriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace mlirgym::worker {

namespace {
struct Header {
  uint32_t magic;
  uint16_t type;
  uint16_t numFiles;
  uint32_t length;
};
constexpr uint32_t frameMagic = 0x4d4c4757; // "MLGW"
} // namespace

Deadline deadlineIn(double milliseconds) {
  constexpr double mostMs = 1e12;
  // The order of arguments turns NaN into 0.
  double ms = std::min(mostMs, std::max(0.0, milliseconds));
  return std::chrono::steady_clock::now() +
         std::chrono::microseconds(static_cast<int64_t>(ms * 1000));
}

static WireStatus waitFor(int socket, short events, Deadline &deadline,
                          Patience patience) {
  while (true) {
    int timeoutMs = -1;
    if (deadline) {
      auto left = std::chrono::duration_cast<std::chrono::microseconds>(
          *deadline - std::chrono::steady_clock::now());
      // Rounded up, to avoid busy waiting in the last millisecond.
      constexpr int64_t longestMs = 3'600'000;
      timeoutMs = static_cast<int>(
          std::clamp<int64_t>((left.count() + 999) / 1000, 0, longestMs));
    }
    pollfd entry{socket, events, 0};
    int ready = ::poll(&entry, 1, timeoutMs);
    if (ready > 0)
      return WireStatus::Ok;
    if (ready < 0 && errno != EINTR)
      return WireStatus::Closed;
    // Only after checking the socket, since this process may have been stopped.
    if (!deadline || std::chrono::steady_clock::now() < *deadline)
      continue;
    const WireStatus status =
        patience ? patience(deadline) : WireStatus::TimedOut;
    if (status != WireStatus::Ok)
      return status;
  }
}

WireStatus sendFrame(int socket, MessageType type, llvm::StringRef payload,
                     llvm::ArrayRef<int> files, Deadline deadline,
                     Patience patience) {
  if (payload.size() > maxPayloadBytes || files.size() > maxFrameFiles)
    return WireStatus::Garbage;
  Header header{frameMagic, static_cast<uint16_t>(type),
                static_cast<uint16_t>(files.size()),
                static_cast<uint32_t>(payload.size())};
  alignas(cmsghdr) char control[CMSG_SPACE(maxFrameFiles * sizeof(int))] = {};
  size_t sent = 0, total = sizeof(header) + payload.size();
  while (sent < total) {
    iovec parts[2];
    size_t numParts = 0;
    if (sent < sizeof(header))
      parts[numParts++] = {reinterpret_cast<char *>(&header) + sent,
                           sizeof(header) - sent};
    size_t offset = sent < sizeof(header) ? 0 : sent - sizeof(header);
    if (offset < payload.size())
      parts[numParts++] = {const_cast<char *>(payload.data()) + offset,
                           payload.size() - offset};
    msghdr message{};
    message.msg_iov = parts;
    message.msg_iovlen = numParts;
    if (sent == 0 &&
        !files.empty()) { // descriptors are sent with the first byte
      message.msg_control = control;
      message.msg_controllen = CMSG_SPACE(files.size() * sizeof(int));
      cmsghdr *item = CMSG_FIRSTHDR(&message);
      item->cmsg_level = SOL_SOCKET;
      item->cmsg_type = SCM_RIGHTS;
      item->cmsg_len = CMSG_LEN(files.size() * sizeof(int));
      std::memcpy(CMSG_DATA(item), files.data(), files.size() * sizeof(int));
    }
    ssize_t count = ::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      sent += static_cast<size_t>(count);
      continue;
    }
    if (errno == EINTR)
      continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK)
      return WireStatus::Closed;
    if (WireStatus status = waitFor(socket, POLLOUT, deadline, patience);
        status != WireStatus::Ok)
      return status;
  }
  return WireStatus::Ok;
}

/// Receives exactly `size` bytes; received descriptors are added to `files`.
static WireStatus receiveBytes(int socket, char *target, size_t size,
                               llvm::SmallVectorImpl<FileDescriptor> &files,
                               Deadline &deadline, Patience patience) {
  size_t received = 0;
  while (received < size) {
    alignas(cmsghdr) char control[CMSG_SPACE(maxFrameFiles * sizeof(int))];
    iovec part{target + received, size - received};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof(control);
    ssize_t count =
        ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (count == 0)
      return WireStatus::Closed;
    if (count < 0) {
      if (errno == EINTR)
        continue;
      if (errno != EAGAIN && errno != EWOULDBLOCK)
        return WireStatus::Closed;
      if (WireStatus status = waitFor(socket, POLLIN, deadline, patience);
          status != WireStatus::Ok)
        return status;
      continue;
    }
    size_t taken = 0;
    for (cmsghdr *item = CMSG_FIRSTHDR(&message); item;
         item = CMSG_NXTHDR(&message, item)) {
      if (item->cmsg_level != SOL_SOCKET || item->cmsg_type != SCM_RIGHTS)
        continue;
      size_t number = (item->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (size_t i = 0; i < number; ++i) {
        int fd;
        std::memcpy(&fd, CMSG_DATA(item) + i * sizeof(int), sizeof(int));
        files.push_back(FileDescriptor(fd));
      }
      taken += number;
    }
    // Either more descriptors arrived than a frame may have, or this process
    // could not open all of them.
    if (message.msg_flags & MSG_CTRUNC)
      return taken < maxFrameFiles ? WireStatus::NoDescriptors
                                   : WireStatus::Garbage;
    received += static_cast<size_t>(count);
  }
  return WireStatus::Ok;
}

WireStatus receiveFrame(int socket, Frame &frame, Deadline deadline,
                        Patience patience) {
  Header header{};
  frame.files.clear();
  WireStatus status =
      receiveBytes(socket, reinterpret_cast<char *>(&header), sizeof(header),
                   frame.files, deadline, patience);
  if (status != WireStatus::Ok)
    return status;
  // Checked before any memory is allocated for it.
  if (header.magic != frameMagic || header.length > maxPayloadBytes)
    return WireStatus::Garbage;
  frame.type = static_cast<MessageType>(header.type);
  // In parts: sending a header costs nothing, so memory is allocated only for
  // data that has arrived.
  constexpr size_t partBytes = 4 << 20;
  frame.payload.clear();
  while (frame.payload.size() < header.length) {
    size_t begin = frame.payload.size();
    size_t bytes = std::min<size_t>(partBytes, header.length - begin);
    frame.payload.resize(begin + bytes);
    status = receiveBytes(socket, frame.payload.data() + begin, bytes,
                          frame.files, deadline, patience);
    if (status != WireStatus::Ok)
      return status;
  }
  return frame.files.size() == header.numFiles ? WireStatus::Ok
                                               : WireStatus::Garbage;
}

} // namespace mlirgym::worker
