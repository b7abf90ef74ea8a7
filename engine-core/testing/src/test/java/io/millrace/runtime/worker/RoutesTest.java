// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Relays of streams between regions, in simulated time: the two workers with tasks lose each other while tuples are on
 * their way.
 */
@Timeout(60)
class RoutesTest {

    private static final Duration ONE_WAY = Duration.ofMillis(40);
    private static final int NUMBERS = 4_000;

    private final TopologyBuilder builder = new TopologyBuilder();

    private Journal numbered(String test) {
        Journal journal = Journal.fresh(test);
        // Tasks 1 and 3 are in worker w2 of node n2, task 2 is in w1 of n1
        builder.setSpout("numbers", new NumberSpout(test, NUMBERS, true));
        builder.setBolt("pass", TestBolts.pass()).shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("pass");
        return journal;
    }

    /** Starts a topology with connections between all workers, as nothing is under way before. */
    private SteppedTopology connected(Guarantee guarantee, int routes, String... relays) {
        SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(Config.empty().with(TopologyKeys.GUARANTEE, guarantee).with(TopologyKeys.GEO_ROUTES, routes))
                .workers(2)
                .nodes(2, ONE_WAY)
                .regions()
                .relays(relays)
                .clocksApart(Duration.ofHours(1))
                .start();
        topology.activate(false);
        topology.advance(Duration.ofSeconds(2));
        topology.activate(true);
        return topology;
    }

    private static List<Integer> numbers() {
        return IntStream.range(0, NUMBERS).boxed().toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"AT_MOST_ONCE", "AT_LEAST_ONCE"})
    void aRelayBringsAllInOrderWhileBothWorkersDoNotReachEachOther(Guarantee guarantee) {
        Journal journal = numbered("relayed-" + guarantee);
        try (SteppedTopology topology = connected(guarantee, 4, "n1")) {
            topology.advance(ONE_WAY.dividedBy(2));
            topology.separate("w1", "w2");
            topology.advance(Duration.ofSeconds(20));
            assertThat(topology.forwarded("relay1")).isPositive();
            assertThat(journal.seen).isEqualTo(numbers());
            // The latency is by the clock of the worker that sent, not by that of the relay
            assertThat(topology.metrics().endToEnd().count()).isPositive();
            assertThat(topology.metrics().endToEnd().maxNanos())
                    .isBetween(2 * ONE_WAY.toNanos(), Duration.ofSeconds(20).toNanos());
        }
    }

    @Test
    void withOneRouteTheyWaitForEachOther() {
        Journal journal = numbered("not-relayed");
        try (SteppedTopology topology = connected(Guarantee.AT_MOST_ONCE, 1, "n1")) {
            topology.advance(ONE_WAY.dividedBy(2));
            topology.separate("w1", "w2");
            topology.advance(Duration.ofSeconds(20));
            assertThat(journal.seen).hasSizeLessThan(NUMBERS);
            topology.unite("w1", "w2");
            topology.advance(Duration.ofMinutes(1));
            assertThat(topology.forwarded("relay1")).isZero();
            assertThat(journal.seen).isEqualTo(numbers());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AT_MOST_ONCE", "AT_LEAST_ONCE"})
    void anotherRelayTakesOverWhenOneDies(Guarantee guarantee) {
        Journal journal = numbered("relay-dies-" + guarantee);
        try (SteppedTopology topology = connected(guarantee, 4, "n1", "n2")) {
            topology.advance(ONE_WAY.dividedBy(2));
            topology.separate("w1", "w2");
            assertThat(topology.runUntil(
                            () -> topology.forwarded("relay1") + topology.forwarded("relay2") > 0,
                            Duration.ofSeconds(20)))
                    .isTrue();
            String first = topology.forwarded("relay1") > 0 ? "relay1" : "relay2";
            topology.kill(first);
            // Acks go by no relay, so trees time out after 30 s
            topology.advance(Duration.ofSeconds(25));
            assertThat(topology.forwarded(first.equals("relay1") ? "relay2" : "relay1"))
                    .isPositive();
            assertThat(journal.seen).isEqualTo(numbers());
        }
    }

    /**
     * The worker behind the relay sees at once that the relay's connection has gone, and reports that by the other
     * relay.
     */
    @Test
    void aRelayThatDoesNotReachTheOtherEndAnyMoreIsLeftBeforeItIsOverdue() {
        String test = "relay-without-next-hop";
        Journal journal = Journal.fresh(test);
        builder.setSpout("numbers", new PacedNumbers(test, NUMBERS, 500));
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("numbers");
        try (SteppedTopology topology = connected(Guarantee.AT_MOST_ONCE, 4, "n1", "n2")) {
            topology.advance(Duration.ofSeconds(1));
            topology.separate("w1", "w2");
            topology.advance(Duration.ofSeconds(3));
            long first = topology.forwarded("relay1");
            topology.advance(Duration.ofMillis(200));
            String used = topology.forwarded("relay1") > first ? "relay1" : "relay2";
            topology.separate(used, "w1");
            // The batches that had left the relay have arrived by then
            topology.advance(ONE_WAY);
            int before = journal.seen.size();
            Duration roundTrip = ONE_WAY.multipliedBy(4);
            assertThat(topology.runUntil(
                            () -> journal.seen.size() > before,
                            roundTrip.multipliedBy(2).plusMillis(200).minus(ONE_WAY)))
                    .isTrue();
            topology.advance(Duration.ofSeconds(20));
            assertThat(journal.seen).isEqualTo(numbers());
        }
    }

    @Test
    void aRelayThatStartsAgainIsUsedAgain() {
        Journal journal = numbered("relay-restarts");
        try (SteppedTopology topology = connected(Guarantee.AT_MOST_ONCE, 4, "n1")) {
            topology.separate("w1", "w2");
            topology.advance(Duration.ofMillis(300));
            topology.kill("relay1");
            topology.advance(Duration.ofSeconds(10));
            assertThat(journal.seen).hasSizeLessThan(NUMBERS);
            topology.restart("relay1");
            topology.advance(Duration.ofSeconds(30));
            assertThat(topology.forwarded("relay1")).isPositive();
            assertThat(journal.seen).isEqualTo(numbers());
        }
    }

    /** Batches that the relay holds for the earlier start of the worker are not for the next one. */
    @Test
    void aWorkerThatStartsAgainBehindARelayGetsWhatIsTracked() {
        Journal journal = numbered("target-restarts");
        try (SteppedTopology topology = connected(Guarantee.AT_LEAST_ONCE, 4, "n1")) {
            topology.advance(ONE_WAY.dividedBy(2));
            topology.separate("w1", "w2");
            assertThat(topology.runUntil(() -> topology.forwarded("relay1") > 0, Duration.ofSeconds(20)))
                    .isTrue();
            topology.kill("w1");
            topology.advance(Duration.ofMillis(100));
            topology.restart("w1");
            topology.advance(Duration.ofMinutes(1));
            topology.unite("w1", "w2");
            topology.advance(Duration.ofMinutes(3));
            assertThat(new HashSet<>(journal.seen)).isEqualTo(new HashSet<>(numbers()));
            assertThat(journal.acked).hasSize(NUMBERS);
        }
    }

    @Test
    void relaysInOtherRegionsAreNotUsed() {
        Journal journal = numbered("relay-elsewhere");
        try (SteppedTopology topology = connected(Guarantee.AT_MOST_ONCE, 4, "n7")) {
            topology.separate("w1", "w2");
            topology.advance(Duration.ofSeconds(10));
            assertThat(topology.forwarded("relay1")).isZero();
            assertThat(journal.seen).isEmpty();
        }
    }
}
