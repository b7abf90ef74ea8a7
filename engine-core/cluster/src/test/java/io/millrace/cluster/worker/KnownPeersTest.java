// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.Records;
import io.millrace.cluster.model.WorkerStart;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.runtime.worker.PeerEndpoint;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KnownPeersTest {

    private static final PeerEndpoint ONE = peer("w1", 4);
    private static final PeerEndpoint TWO = peer("w2", 7);
    private static final Map<String, WorkerStart> STARTS =
            Map.of("w1", new WorkerStart("n1", 4), "w2", new WorkerStart("n1", 7));
    private static final Set<String> BOTH = Set.of("w1", "w2");

    private final KnownPeers peers = new KnownPeers(1_000);

    @Test
    void aPeerWhoseSessionHasEndedStaysUntilItCouldHaveRegisteredAnew() {
        assertThat(peers.up(view(STARTS, ONE, TWO), BOTH, 0)).containsExactlyInAnyOrder(ONE, TWO);
        assertThat(peers.keeps()).isFalse();

        assertThat(peers.up(view(STARTS, ONE), BOTH, 999)).containsExactlyInAnyOrder(ONE, TWO);
        assertThat(peers.keeps()).isTrue();

        assertThat(peers.up(view(STARTS, ONE), BOTH, 1_000)).containsExactly(ONE);
        assertThat(peers.keeps()).isFalse();
        assertThat(peers.up(view(STARTS, ONE), BOTH, 1_001)).containsExactly(ONE);
    }

    @Test
    void aPeerThatRegistersAnewIsKeptAgainForTheWholeTime() {
        peers.up(view(STARTS, ONE, TWO), BOTH, 0);
        peers.up(view(STARTS), BOTH, 900);
        assertThat(peers.up(view(STARTS, ONE, TWO), BOTH, 950)).containsExactlyInAnyOrder(ONE, TWO);
        assertThat(peers.keeps()).isFalse();
        assertThat(peers.up(view(STARTS), BOTH, 1_900)).containsExactlyInAnyOrder(ONE, TWO);
    }

    @Test
    void aLaterStartProvesThatTheProcessIsGone() {
        peers.up(view(STARTS, ONE, TWO), BOTH, 0);
        Map<String, WorkerStart> later = Map.of("w1", new WorkerStart("n1", 4), "w2", new WorkerStart("n2", 8));
        assertThat(peers.up(view(later, ONE), BOTH, 1)).containsExactly(ONE);

        PeerEndpoint next = peer("w2", 8);
        assertThat(peers.up(view(later, ONE, next), BOTH, 2)).containsExactlyInAnyOrder(ONE, next);
    }

    @Test
    void aPeerThatHasLeftOrIsNotWantedIsNotKept() {
        peers.up(view(STARTS, ONE, TWO), BOTH, 0);
        assertThat(peers.up(view(Map.of("w1", new WorkerStart("n1", 4))), BOTH, 1))
                .containsExactly(ONE);

        assertThat(peers.up(view(STARTS), Set.of("w2"), 2)).isEmpty();
        assertThat(peers.up(view(STARTS), BOTH, 3)).isEmpty();
    }

    private static PeerEndpoint peer(String name, long epoch) {
        return Records.endpoint(name, "n1", epoch);
    }

    private static TopologyView view(Map<String, WorkerStart> starts, PeerEndpoint... registered) {
        return Records.topology(
                null,
                0,
                null,
                Stream.of(registered).collect(Collectors.toMap(PeerEndpoint::worker, one -> one)),
                starts);
    }
}
