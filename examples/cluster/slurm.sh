#!/usr/bin/env bash
#SBATCH --job-name=mlirgym --nodes=8 --ntasks-per-node=1 --exclusive --time=04:00:00
# A search on all nodes of a Slurm job: sbatch slurm.sh resnet18 --budget 2000
#
# `ray symmetric-run` starts Ray on each node, runs the command on the first and ends Ray after it.
# Each node needs mlirgym[ray] in the environment from which this script was submitted.
set -euo pipefail

port=${RAY_PORT:-6379}
mapfile -t hosts < <(scontrol show hostnames "$SLURM_JOB_NODELIST")
srun --kill-on-bad-exit=1 \
  ray symmetric-run --address "${hosts[0]}:$port" --min-nodes "$SLURM_JOB_NUM_NODES" -- \
  mlirgym optimize "$@" --cluster auto
