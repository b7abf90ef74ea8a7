// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.netlab.HopComparison.Peer;
import io.millrace.benchmarks.netlab.HopComparison.Seen;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HopComparisonTest {

    /** The medians of the times would have it at 1.50. */
    @Test
    void aRatioIsThatOfOneTurn() {
        HopComparison comparison = new HopComparison();
        comparison.add(new Seen(0.1, 1), Map.of(Peer.PING, new Seen(0.1, 1)));
        comparison.add(new Seen(0.15, 1.04), Map.of(Peer.PING, new Seen(0.05, 1)));
        comparison.add(new Seen(0.4, 1.2), Map.of(Peer.PING, new Seen(0.2, 1)));

        assertThat(comparison.text())
                .containsSubsequence(
                        "the hop: p50 0.150 (0.100, 0.150, 0.400) ms, 1.0 messages per write",
                        "a ping at the hop's rate, half of its round trip: p50 0.100 (0.100, 0.050, 0.200) ms",
                        "the hop's p50 is 2.00 (1.00, 3.00, 2.00) times that");
    }

    @Test
    void oneTurnHasNoSpread() {
        HopComparison comparison = new HopComparison();
        comparison.add(new Seen(0.12, 1.5), Map.of(Peer.ONE_WAY, new Seen(0.1, 1)));

        assertThat(comparison.text())
                .containsSubsequence("the hop: p50 0.120 ms, 1.5 messages", "the hop's p50 is 1.20 times that");
    }
}
