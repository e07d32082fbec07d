"""Train PPO of RLlib with its action-masking module on recorded timings: no compiler, any machine.

Run: python examples/python/rllib_ppo.py [--iterations 15]     (needs ray[rllib])
"""

import argparse

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--iterations", type=int, default=15, help="[default: %(default)s]")
parser.add_argument("--runners", type=int, default=1, help="processes [default: %(default)s]")
given = parser.parse_args()

# `mlirgym:` before the id has each process import mlirgym, and so knows its environments.
module = RLModuleSpec(
    module_class=ActionMaskingTorchRLModule,
    model_config={"fcnet_hiddens": [64, 64], "head_fcnet_hiddens": []},
)
config = (
    PPOConfig()
    .environment("mlirgym:MlirGym/Replay-v0", env_config={"dict_observation": "rllib"})
    .env_runners(num_env_runners=given.runners, num_envs_per_env_runner=8)
    .rl_module(rl_module_spec=module)
    .training(
        train_batch_size_per_learner=1000,
        minibatch_size=250,
        num_epochs=8,
        lr=2e-3,
        use_kl_loss=False,
        gamma=1.0,
        lambda_=0.95,
    )
    .debugging(seed=0)
)
algorithm = config.build_algo()
for number in range(1, given.iterations + 1):
    mean = algorithm.train()["env_runners"]["episode_return_mean"]  # of log speedups
    print(f"{1000 * number:6} steps: mean return {mean:.2f}", flush=True)
algorithm.stop()
