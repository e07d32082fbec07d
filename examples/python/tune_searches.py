"""Choose a searcher for suites with Ray Tune: trials search, the nodes of the cluster measure.

Run: python examples/python/tune_searches.py [--address HOST:6379]     (needs ray[tune])
"""

import argparse
import statistics

import mlirgym
import ray
from ray import tune

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--address", help="of a cluster [default: one is started here]")
parser.add_argument("--suites", nargs="+", default=["tiny"], help="[default: tiny]")
parser.add_argument("--budget", type=int, default=40, help="samples [default: %(default)s]")
parser.add_argument("--seeds", type=int, default=2, help="searches [default: %(default)s]")
given = parser.parse_args()


def trial(config):
    """Search, in a process of the cluster beside those that measure."""
    execution = mlirgym.Execution(cluster="auto")
    speedups = []
    for number, program in enumerate(mlirgym.suite_programs(config["suite"]), 1):
        found = mlirgym.optimize(
            program,
            agent=config["agent"],
            budget=config["budget"],
            seed=config["seed"],
            execution=execution,
        )
        speedups.append(found.speedup)
        tune.report({"speedup": statistics.geometric_mean(speedups), "programs": number})


ray.init(given.address, log_to_driver=False)
tuner = tune.Tuner(
    # Four trials on the head. They only wait: what measures has all processors.
    tune.with_resources(trial, {"node:__internal_head__": 0.25}),
    param_space={
        "suite": tune.grid_search(given.suites),
        "agent": tune.grid_search(["random", "evolutionary", "bayesian"]),
        "seed": tune.grid_search(list(range(given.seeds))),
        "budget": given.budget,
    },
    tune_config=tune.TuneConfig(metric="speedup", mode="max"),
    run_config=tune.RunConfig(verbose=0),
)
rows = tuner.fit().get_dataframe()
means = rows.groupby(["config/suite", "config/agent"]).speedup.agg(statistics.geometric_mean)
for (suite, agent), speedup in means.items():
    print(f"{suite}: {agent} {speedup:.2f}x after {given.budget} samples")
