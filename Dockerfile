# mlirgym built from this clone, on Debian 12 with the packages of scripts/setup.sh:
#
#   docker build -t mlirgym .
#   docker run --rm mlirgym mlirgym optimize matmul_256_256_256 --budget 20
#
# The stage `packages` is that of .devcontainer/devcontainer.json.
FROM debian:12 AS packages
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]
WORKDIR /mlirgym
COPY scripts/setup.sh scripts/
RUN source scripts/setup.sh; install_packages; rm -rf /var/lib/apt/lists/*

FROM packages
COPY scripts/requirements.txt scripts/
RUN source scripts/setup.sh; create_venv
COPY . .
RUN source scripts/setup.sh; build_release; install_python_package
ENV PATH=/mlirgym/build/release/bin:/mlirgym/.venv/bin:$PATH
CMD ["mlirgym", "doctor"]
