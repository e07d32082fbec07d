//===- env/Render.h - An episode as text ------------------------*- C++ -*-===//
#ifndef MLIRGYM_ENV_RENDER_H
#define MLIRGYM_ENV_RENDER_H

#include "env/Episode.h"
#include <string>

namespace mlirgym {

/// One line per operation, the last one first: its tag, its kind, the tile
/// loops around it and its own loops, reductions in parentheses.
std::string renderLoops(const ScheduleState &schedule);

/// The program's operations with their loops, the schedule so far, the decision
/// in progress and, once measured, the speedup. Lines of plain text.
std::string renderEpisode(const Episode &episode);
} // namespace mlirgym
#endif // MLIRGYM_ENV_RENDER_H
