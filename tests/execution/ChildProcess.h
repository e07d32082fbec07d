//===- tests/execution/ChildProcess.h - A part of a test elsewhere --------===//
#ifndef MLIRGYM_TESTS_EXECUTION_CHILDPROCESS_H
#define MLIRGYM_TESTS_EXECUTION_CHILDPROCESS_H

#include <csignal>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace mlirgym {

/// A forked process and the pipe through which it reports.
class ChildProcess {
public:
  /// Runs `body` in the child; its output to its argument, a file descriptor,
  /// can be read here.
  explicit ChildProcess(const std::function<void(int)> &body) {
    int ends[2];
    if (pipe(ends) != 0) {
      ADD_FAILURE() << "no pipe";
      return;
    }
    pid = fork();
    if (pid == 0) {
      close(ends[0]);
      body(ends[1]);
      _exit(0); // no destructors or reports of the parent's
    }
    close(ends[1]);
    readEnd = ends[0];
  }
  ChildProcess(ChildProcess &&other) noexcept
      : pid(std::exchange(other.pid, -1)),
        readEnd(std::exchange(other.readEnd, -1)) {}
  ~ChildProcess() {
    if (readEnd >= 0)
      close(readEnd);
    kill();
    wait();
  }

  /// Waits for `size` bytes; false if the child ends before.
  bool read(void *into, size_t size) {
    char *at = static_cast<char *>(into);
    while (size > 0) {
      ssize_t got = ::read(readEnd, at, size);
      if (got <= 0)
        return false;
      at += got;
      size -= static_cast<size_t>(got);
    }
    return true;
  }
  /// The complete output of the child.
  std::string readAll() {
    std::string text;
    char byte;
    while (read(&byte, 1))
      text += byte;
    return text;
  }
  void kill() {
    if (pid > 0)
      ::kill(pid, SIGKILL);
  }
  /// The exit status as of waitpid().
  int wait() {
    int status = -1;
    if (pid > 0)
      waitpid(pid, &status, 0);
    pid = -1;
    return status;
  }

private:
  pid_t pid = -1;
  int readEnd = -1;
};

inline void writeAll(int descriptor, const void *from, size_t size) {
  if (::write(descriptor, from, size) != static_cast<ssize_t>(size))
    _exit(3);
}
inline void writeText(int descriptor, const std::string &text) {
  writeAll(descriptor, text.data(), text.size());
}
} // namespace mlirgym
#endif // MLIRGYM_TESTS_EXECUTION_CHILDPROCESS_H
