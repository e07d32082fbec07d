//===- env/Render.h - An episode as text ------------------------*- C++ -*-===//
#ifndef MLIRGYM_ENV_RENDER_H
#define MLIRGYM_ENV_RENDER_H

#include "env/Episode.h"
#include <string>

namespace mlirgym {

/// The program's operations with their loops, the schedule so far, the decision
/// in progress and, once measured, the speedup. Lines of plain text.
std::string renderEpisode(const Episode &episode);
} // namespace mlirgym
#endif // MLIRGYM_ENV_RENDER_H
