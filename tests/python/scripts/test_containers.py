"""The containers follow the scripts. (Building an image takes Docker, and a network.)"""

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def test_the_dev_container_is_a_stage_of_the_dockerfile():
    given = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
    assert (ROOT / ".devcontainer" / given["build"]["dockerfile"]).samefile(ROOT / "Dockerfile")
    assert (ROOT / ".devcontainer" / given["build"]["context"]).samefile(ROOT)
    assert f"AS {given['build']['target']}\n" in DOCKERFILE


def test_what_the_containers_copy_and_call_exists():
    setup = (ROOT / "scripts/setup.sh").read_text()
    functions = set(re.findall(r"^(\w+)\(\) \{", setup, re.MULTILINE))
    commands = re.findall(r"^RUN source scripts/setup.sh; (.*)$", DOCKERFILE, re.MULTILINE)
    commands += re.findall(
        r"source scripts/setup.sh; ([^']*)'", (ROOT / ".devcontainer/devcontainer.json").read_text()
    )
    called = [word for line in commands for word in line.split("; ") if " " not in word]
    assert len(called) == 5 and set(called) <= functions
    for source in re.findall(r"^COPY (\S+) ", DOCKERFILE, re.MULTILINE):
        assert (ROOT / source).exists()
