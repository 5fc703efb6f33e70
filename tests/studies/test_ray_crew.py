"""Studies on a Ray cluster: the same games, whatever happens to its machines."""

import pandas as pd
import pytest

from tolsim.core.errors import TolsimError
from tolsim.experiments.schema import TIMING
from tolsim.experiments.studies.study import run_study
from tolsim.experiments.studies.study_file import study_of

ray = pytest.importorskip("ray")

STUDY = {
    "game": "abyss",
    "games": 600,
    "seed": 2,
    "agents": {"skilled": "mcts:iterations=60", "unequal": ["greedy", "uniform"]},
}


def games_of(result):
    return result.games().drop(columns=list(TIMING))


def test_a_cluster_that_cannot_be_reached_is_told():
    with pytest.raises(TolsimError, match="cannot reach a Ray cluster at"):
        run_study(study_of(STUDY), ray="127.0.0.1:1")
    with pytest.raises(TolsimError, match="an address is HOST:PORT"):
        run_study(study_of(STUDY), ray="somewhere")
    with pytest.raises(TolsimError, match="cannot reach a Ray cluster at 'auto'"):
        run_study(study_of(STUDY), ray="auto")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray leaves sockets and processes of its own open
def test_a_lost_machine_s_blocks_are_played_by_another():
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    try:
        nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
        ray.init(address=cluster.address, log_to_driver=False)
        killed = []

        def kill_one(now):
            if not killed and 0 < now.games < now.total / 2:
                cluster.remove_node(nodes[0], allow_graceful=False)
                killed.append(now.games)

        there = run_study(study_of(STUDY), ray=cluster.address, on_progress=kill_one)
        assert killed
        here = run_study(study_of(STUDY), workers=1)
        pd.testing.assert_frame_equal(games_of(here), games_of(there))
        assert there.frame()["games"].tolist() == [600, 600]
    finally:
        ray.shutdown()
        cluster.shutdown()
