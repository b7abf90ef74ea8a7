// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Streams;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.ChannelMetrics;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Batches that overtake each other on two connections between regions, from a spout to the stream for late tuples, in
 * simulated time.
 */
@Timeout(60)
class LatePoliciesTest {

    private static final Duration ONE_WAY = Duration.ofMillis(40);
    private static final int PER_SECOND = 1_000;
    private static final int NUMBERS = 20_000;

    /** A bolt that records its inputs. */
    private record RecordingBolt(String test) implements BasicBolt {

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declareStream(Streams.LATE, "number", "time");
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            Journal.of(test).seen.add(input.get(0));
        }
    }

    static Stream<Arguments> policies() {
        return Stream.of(Guarantee.AT_MOST_ONCE, Guarantee.AT_LEAST_ONCE)
                .flatMap(guarantee -> Stream.of(
                        Arguments.of(guarantee, "late-drop:20ms", "wait"),
                        Arguments.of(guarantee, "late-drop:3", "behind"),
                        Arguments.of(guarantee, "late-drop:marker", "marker")));
    }

    private static SteppedTopology start(String test, Guarantee guarantee, String order) {
        TopologyBuilder builder = new TopologyBuilder();
        // Tasks 1 and 3 are in worker w2 of node n2, task 2 is in w1 of n1
        builder.setSpout("numbers", new PacedNumbers(test, NUMBERS, PER_SECOND)).eventTime("time", Duration.ZERO);
        builder.setBolt("record", new RecordingBolt(test)).shuffle("numbers");
        builder.setBolt("late", TestBolts.sink(test + "-late")).shuffle("record", Streams.LATE);
        return SteppedTopology.of(builder.build())
                .config(Config.empty()
                        .with(TopologyKeys.GUARANTEE, guarantee)
                        .with(TopologyKeys.GEO_ORDER, "numbers=" + order)
                        // The delay is less than the round trip, so that a second route is tried at once
                        .with(
                                TopologyKeys.GEO_MAX_DELAY,
                                ONE_WAY.multipliedBy(3).dividedBy(2))
                        // Another objective would not use the second route while delays vary
                        .with(TopologyKeys.GEO_OBJECTIVE, "rate")
                        .with(TopologyKeys.GEO_SPREAD, "round-robin")
                        .with(TopologyKeys.GEO_ROUTES, 2))
                .workers(2)
                .nodes(2, ONE_WAY)
                .regions()
                .start();
    }

    private static ChannelMetrics channel(SteppedTopology topology) {
        return topology.metrics().channels().stream()
                .filter(channel -> channel.source().equals("numbers"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void whatIsLateGoesToItsStreamAndIsCountedByItsCauseAndFailsAtOnce(
            Guarantee guarantee, String order, String cause) {
        String test = "late-" + guarantee + "-" + cause;
        Journal journal = Journal.fresh(test);
        Journal late = Journal.fresh(test + "-late");
        try (SteppedTopology topology = start(test, guarantee, order)) {
            topology.advance(Duration.ofSeconds(1));
            for (int i = 0; i < 20 && late.seen.isEmpty(); i++) {
                topology.jitter(ONE_WAY.multipliedBy(4));
                topology.advance(Duration.ofMillis(500));
                topology.jitter(Duration.ZERO);
                topology.advance(Duration.ofMillis(500));
            }
            topology.activate(false);
            topology.advance(Duration.ofSeconds(1));

            assertThat(late.seen).isNotEmpty();
            assertThat(channel(topology).order()).isEqualTo(order);
            assertThat(channel(topology).dropped()).isEqualTo(Map.of(cause, (long) late.seen.size()));
            List<Object> all = new ArrayList<>(journal.seen);
            all.addAll(late.seen);
            if (guarantee == Guarantee.AT_LEAST_ONCE) {
                // The time is long before their time-out
                assertThat(journal.failed.keySet()).isEqualTo(Set.copyOf(late.seen));
                assertThat(journal.failed.values().stream()
                                .mapToInt(Integer::intValue)
                                .sum())
                        .isEqualTo(late.seen.size());
            } else {
                assertThat(journal.failed).isEmpty();
                assertThat(all.stream().sorted().toList())
                        .isEqualTo(IntStream.range(0, all.size()).boxed().toList());
            }
            assertThat(new HashSet<>(all))
                    .isEqualTo(new HashSet<>(IntStream.range(0, new HashSet<>(all).size())
                            .boxed()
                            .toList()));
        }
    }
}
