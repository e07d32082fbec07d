#!/usr/bin/env bash
#SBATCH --job-name=mlirgym --nodes=8 --ntasks-per-node=1 --exclusive --time=04:00:00
# A search on all nodes of a Slurm job: sbatch slurm.sh resnet18 --budget 2000
#
# `ray symmetric-run` starts Ray on each node, runs the command on the first and ends Ray after it.
# Each node needs mlirgym[ray] in the environment from which this script was submitted.
set -euo pipefail

port=${RAY_PORT:-6379}
head=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
srun --kill-on-bad-exit=1 \
  ray symmetric-run --address "$head:$port" --min-nodes "$SLURM_JOB_NUM_NODES" -- \
  mlirgym optimize "$@" --cluster auto
