#include "agents/ppo/rollout/BestEpisodes.h"
#include "actions/encoding/Encoding.h"
#include "agents/ppo/rollout/ProgramObserver.h"
#include "program/RandomStream.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <vector>

using namespace mlirgym;

/// Temperature of the weights: an episode 10 % slower than the best has 0.37
/// times its weight.
static constexpr double temperature = 0.1;

void BestEpisodes::add(unsigned program, uint64_t schedule,
                       double episodeReturn,
                       llvm::ArrayRef<int64_t> decisions) {
  std::vector<Episode> &best = perProgram[program];
  if (keep == 0 ||
      (best.size() == keep && episodeReturn <= best.back().episodeReturn) ||
      llvm::any_of(best, [schedule](const Episode &episode) {
        return episode.schedule == schedule;
      }))
    return;
  // Inserted after equally good episodes: earlier ones take precedence.
  auto place = llvm::find_if(best, [episodeReturn](const Episode &episode) {
    return episode.episodeReturn < episodeReturn;
  });
  best.insert(place, {episodeReturn, schedule, decisions.vec()});
  if (best.size() > keep)
    best.pop_back();
}

ImitationRows BestEpisodes::draw(const ProgramObserver &observer, size_t rows,
                                 RandomStream &random) const {
  std::vector<unsigned> programs;
  for (unsigned program = 0; program < perProgram.size(); ++program)
    if (!perProgram[program].empty())
      programs.push_back(program);
  const size_t actionSize = observer.actionSize();
  ImitationRows drawn;
  while (!programs.empty() && drawn.weights.size() < rows) {
    random.shuffle(llvm::MutableArrayRef<unsigned>(programs));
    for (unsigned program : programs) {
      if (drawn.weights.size() >= rows)
        break;
      const std::vector<Episode> &best = perProgram[program];
      std::vector<double> weights;
      for (const Episode &episode : best)
        weights.push_back(
            std::exp((episode.episodeReturn - best.front().episodeReturn) /
                     temperature));
      const Episode &episode = best[random.pickWeighted(weights)];
      llvm::ArrayRef<int64_t> left = episode.decisions;
      const size_t length = left.size() / actionSize;
      const auto weight =
          static_cast<float>(1 / std::sqrt(static_cast<double>(length)));
      DecisionState state = observer.start(program);
      for (; !left.empty(); left = left.drop_front(actionSize)) {
        const llvm::ArrayRef<int64_t> action = left.take_front(actionSize);
        observer.observe(program, state, action, drawn.seen);
        llvm::append_range(drawn.actions, action);
        drawn.weights.push_back(weight);
        observer.step(state, action);
      }
    }
  }
  return drawn;
}

nlohmann::ordered_json BestEpisodes::state() const {
  nlohmann::ordered_json programs = nlohmann::ordered_json::array();
  for (const std::vector<Episode> &best : perProgram) {
    nlohmann::ordered_json episodes = nlohmann::ordered_json::array();
    for (const Episode &episode : best)
      episodes.push_back(
          {episode.episodeReturn, episode.schedule, episode.decisions});
    programs.push_back(std::move(episodes));
  }
  return programs;
}

void BestEpisodes::restore(const nlohmann::ordered_json &state) {
  for (size_t program = 0; program < perProgram.size(); ++program) {
    perProgram[program].clear();
    for (const auto &saved : state.at(program)) {
      Episode episode;
      saved.at(0).get_to(episode.episodeReturn);
      saved.at(1).get_to(episode.schedule);
      saved.at(2).get_to(episode.decisions);
      perProgram[program].push_back(std::move(episode));
    }
  }
}
