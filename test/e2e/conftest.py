"""Profiles that several tests look at; each is made once."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from iree_host import DENSE
from profiling import EXAMPLES, INPUTS, profile


@pytest.fixture(scope="session")
def head(tmp_path_factory):
    """The first layers of SqueezeNet under callgrind, as `-O3` made them."""
    folder = tmp_path_factory.mktemp("head")
    return profile(INPUTS / "squeezenet_head.mlir", folder, "--profiler", "callgrind", "--opt-level", "3")


@pytest.fixture(scope="session")
def bert(tmp_path_factory):
    """The BERT example under callgrind."""
    folder = tmp_path_factory.mktemp("bert")
    return profile(EXAMPLES / "tiny_bert.mlir", folder, "--profiler", "callgrind", "--opt-level", "3")


@pytest.fixture(params=["head", "bert"])
def any_profile(request):
    """Each of them."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def dense(tmp_path):
    """A model that IREE makes one dispatch of."""
    path = tmp_path / "dense.mlir"
    path.write_text(DENSE)
    return path
