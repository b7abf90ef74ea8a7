// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.stepped.SteppedTopology;
import io.millrace.testing.stepped.SteppedTopologyBuilder;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams between regions, in simulated time. */
@Timeout(60)
class RegionsTest {

    private static final Duration ONE_WAY = Duration.ofMillis(40);
    private static final int NUMBERS = 4_000;

    private final TopologyBuilder builder = new TopologyBuilder();

    private Journal passedOn(String test) {
        Journal journal = Journal.fresh(test);
        // Tasks 1 and 3 are in worker w2 of node n2, task 2 is in w1 of n1
        builder.setSpout("numbers", new NumberSpout(test, NUMBERS, true));
        builder.setBolt("pass", TestBolts.pass()).shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("pass");
        return journal;
    }

    /** Starts a topology with connections between all workers, as nothing is under way before. */
    private SteppedTopology connected(Guarantee guarantee, boolean regions) {
        SteppedTopologyBuilder settings = SteppedTopology.of(builder.build())
                .config(Config.empty().with(TopologyKeys.GUARANTEE, guarantee))
                .workers(2)
                .nodes(2, ONE_WAY);
        SteppedTopology topology = (regions ? settings.regions() : settings).start();
        topology.activate(false);
        topology.advance(Duration.ofSeconds(2));
        topology.activate(true);
        return topology;
    }

    private static void breakConnectionsAgainAndAgain(SteppedTopology topology) {
        for (int i = 0; i < 10; i++) {
            topology.advance(ONE_WAY.dividedBy(2));
            topology.breakConnections();
            topology.advance(ONE_WAY.multipliedBy(i));
        }
        topology.advance(Duration.ofMinutes(3));
    }

    @Test
    void aConnectionThatBreaksLosesNothingAlsoIfNothingIsTracked() {
        Journal journal = passedOn("regions-untracked");
        try (SteppedTopology topology = connected(Guarantee.AT_MOST_ONCE, true)) {
            breakConnectionsAgainAndAgain(topology);
            assertThat(journal.seen).isEqualTo(numbers());
        }
    }

    @Test
    void acksThatAConnectionLosesRepeatWhatIsTracked() {
        Journal journal = passedOn("regions-tracked");
        try (SteppedTopology topology = connected(Guarantee.AT_LEAST_ONCE, true)) {
            breakConnectionsAgainAndAgain(topology);
            assertThat(new HashSet<>(journal.seen)).isEqualTo(new HashSet<>(numbers()));
            assertThat(journal.acked).hasSize(NUMBERS);
        }
    }

    @Test
    void withinARegionAConnectionLosesWhatIsUnderWay() {
        Journal journal = passedOn("one-region");
        try (SteppedTopology topology = connected(Guarantee.AT_MOST_ONCE, false)) {
            breakConnectionsAgainAndAgain(topology);
            assertThat(journal.seen).hasSizeLessThan(NUMBERS);
        }
    }

    private static List<Integer> numbers() {
        return IntStream.range(0, NUMBERS).boxed().toList();
    }
}
