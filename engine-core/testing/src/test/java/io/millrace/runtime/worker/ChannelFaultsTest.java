// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.ChannelFigure;
import io.millrace.api.metrics.ChannelMetrics;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each fault between two regions with two relays, with both guarantees, with and without order, in simulated time by
 * seeds.
 */
@Timeout(600)
class ChannelFaultsTest {

    private static final int SEEDS = Boolean.getBoolean("millrace.long") ? 20 : 1;
    private static final Duration ONE_WAY = Duration.ofMillis(40);
    private static final Duration MOST = Duration.ofMinutes(10);
    private static final int NUMBERS = Boolean.getBoolean("millrace.long") ? 800 : 500;
    private static final int PER_SECOND = 400;
    private static final long MEMORY = 1 << 20;
    private static final int BATCH_BYTES = 32 << 10;

    private enum Fault {
        RELAY_KILLED {
            @Override
            void happens(SteppedTopology topology, Random random) {
                topology.kill(forwarding(topology));
                topology.advance(Duration.ofSeconds(3));
                topology.unite("w1", "w2");
            }
        },
        RELAY_STOPPED {
            @Override
            void happens(SteppedTopology topology, Random random) {
                String relay = forwarding(topology);
                topology.stop(relay);
                topology.advance(Duration.ofSeconds(3));
                topology.proceed(relay);
                topology.unite("w1", "w2");
            }
        },
        ROUTE_CUT_AND_HEALED {
            @Override
            void happens(SteppedTopology topology, Random random) {
                for (int i = 0; i < 5; i++) {
                    topology.separate("w1", "w2");
                    topology.advance(Duration.ofMillis(random.nextInt(400)));
                    topology.unite("w1", "w2");
                    topology.advance(Duration.ofMillis(random.nextInt(400)));
                }
            }
        },
        ROUTE_BLACK_HOLED_FORTH {
            @Override
            void happens(SteppedTopology topology, Random random) {
                topology.hold("w2", "w1");
                topology.advance(Duration.ofSeconds(3));
                topology.release("w2", "w1");
            }
        },
        ROUTE_BLACK_HOLED_BACK {
            @Override
            void happens(SteppedTopology topology, Random random) {
                topology.hold("w1", "w2");
                topology.advance(Duration.ofSeconds(3));
                topology.release("w1", "w2");
            }
        },
        RECEIVER_PAUSED {
            @Override
            void happens(SteppedTopology topology, Random random) {
                topology.stop("w1");
                topology.advance(Duration.ofSeconds(4));
                topology.proceed("w1");
            }
        },
        /** TCP repeats lost packets, so that connections bring them later and overtake each other, or break. */
        LOSS_AND_REORDERING {
            @Override
            void happens(SteppedTopology topology, Random random) {
                topology.jitter(ONE_WAY.multipliedBy(2));
                for (int i = 0; i < 20; i++) {
                    topology.advance(Duration.ofMillis(random.nextInt(200)));
                    if (random.nextInt(4) == 0) {
                        topology.breakConnections();
                    }
                }
                topology.jitter(Duration.ZERO);
            }
        },
        OTHER_ROUTES_AT_EACH_BATCH {
            @Override
            void happens(SteppedTopology topology, Random random) {
                List<String> ends = List.of("w1", "relay1", "relay2");
                for (int i = 0; i < 400; i++) {
                    String end = ends.get(random.nextInt(ends.size()));
                    if (random.nextBoolean()) {
                        topology.separate("w2", end);
                    } else {
                        topology.unite("w2", end);
                    }
                    topology.advance(Duration.ofMillis(random.nextInt(10)));
                }
                ends.forEach(end -> topology.unite("w2", end));
            }
        };

        abstract void happens(SteppedTopology topology, Random random);

        private static String forwarding(SteppedTopology topology) {
            topology.separate("w1", "w2");
            assertThat(topology.runUntil(
                            () -> topology.forwarded("relay1") + topology.forwarded("relay2") > 0,
                            Duration.ofSeconds(20)))
                    .isTrue();
            return topology.forwarded("relay1") > 0 ? "relay1" : "relay2";
        }
    }

    static Stream<Arguments> faults() {
        return Stream.of(Fault.values())
                .flatMap(fault -> guaranteesAndOrders().map(each -> Arguments.of(fault, each.get()[0], each.get()[1])));
    }

    static Stream<Arguments> guaranteesAndOrders() {
        return Stream.of(Guarantee.AT_MOST_ONCE, Guarantee.AT_LEAST_ONCE)
                .flatMap(guarantee -> Stream.of("ordered", "unordered").map(order -> Arguments.of(guarantee, order)));
    }

    /** Returns a topology with tasks 1 and 3 in worker w2 of node n2, and task 2 in w1 of n1. */
    private static TopologyBuilder thereAndBack(String test) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new PacedNumbers(test, NUMBERS, PER_SECOND));
        builder.setBolt("pass", TestBolts.pass()).shuffle("numbers");
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("pass");
        return builder;
    }

    private static TopologyBuilder there(String test) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new PacedNumbers(test, NUMBERS, PER_SECOND));
        builder.setBolt("sink", TestBolts.sink(test)).shuffle("numbers");
        return builder;
    }

    /** Starts a topology with connections between both workers, and with messages on their way. */
    private static SteppedTopology start(
            String test, TopologyBuilder builder, Guarantee guarantee, String order, long seed) {
        SteppedTopology topology = SteppedTopology.of(builder.build())
                .config(Config.empty()
                        .with(TopologyKeys.GUARANTEE, guarantee)
                        .with(TopologyKeys.GEO_ORDER, order)
                        .with(TopologyKeys.GEO_BATCH_MAX_BYTES, (long) BATCH_BYTES)
                        .with(TopologyKeys.GEO_MEMORY, MEMORY))
                .workers(2)
                .nodes(2, ONE_WAY)
                .regions()
                .relays("n1", "n2")
                .seed(seed)
                .start();
        topology.activate(false);
        topology.advance(Duration.ofMillis(500));
        topology.activate(true);
        topology.advance(Duration.ofMillis(300));
        return topology;
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("faults")
    void nothingIsLostRepeatedOrOutOfOrder(Fault fault, Guarantee guarantee, String order) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            String test = fault + "-" + guarantee + "-" + order;
            Journal journal = Journal.fresh(test);
            try (SteppedTopology topology = start(test, thereAndBack(test), guarantee, order, seed)) {
                fault.happens(topology, new Random(seed));
                assertThat(topology.metrics().channels()).isNotEmpty().allSatisfy(ChannelFaultsTest::isBounded);
                assertThat(topology.runUntil(
                                () -> guarantee == Guarantee.AT_MOST_ONCE
                                        ? journal.seen.size() >= NUMBERS
                                        : journal.acked.size() == NUMBERS,
                                MOST))
                        .as("seed %s: %s seen, %s acked", seed, journal.seen.size(), journal.acked.size())
                        .isTrue();
                topology.advance(Duration.ofSeconds(1));
                assertThat(topology.metrics().channels())
                        .allSatisfy(channel -> assertThat(channel.dropped()).isEmpty());
            }
            List<Object> delivered = new ArrayList<>(new LinkedHashSet<>(journal.seen));
            assertThat(
                            order.equals("ordered")
                                    ? delivered
                                    : delivered.stream().sorted().toList())
                    .as("seed %s", seed)
                    .isEqualTo(IntStream.range(0, NUMBERS).boxed().toList());
            // Acks do not go by channels: trees whose acks were lost fail, and are repeated
            assertThat(journal.seen)
                    .hasSize(NUMBERS
                            + journal.failed.values().stream()
                                    .mapToInt(Integer::intValue)
                                    .sum());
            if (guarantee == Guarantee.AT_MOST_ONCE) {
                assertThat(journal.failed).isEmpty();
            }
        }
    }

    private static void isBounded(ChannelMetrics channel) {
        assertThat(channel.figures().get(ChannelFigure.KEPT_BYTES)).isLessThanOrEqualTo(MEMORY + BATCH_BYTES);
    }

    /** The worker with the source goes on unseen while its successor runs: the spout begins again. */
    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("guaranteesAndOrders")
    void nothingOfAnEarlierWorkerComesAfterWhatItsSuccessorHasSent(Guarantee guarantee, String order) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            String test = "stale-" + guarantee + "-" + order;
            Journal journal = Journal.fresh(test);
            try (SteppedTopology topology = start(test, there(test), guarantee, order, seed)) {
                topology.isolate("w2", Duration.ofMillis(20 * seed));
                topology.restart("w2");
                topology.activate(true);
                assertThat(topology.runUntil(() -> journal.seen.contains(NUMBERS - 1), MOST))
                        .as("seed %s: %s seen", seed, journal.seen.size())
                        .isTrue();
                topology.advance(Duration.ofSeconds(1));
            }
            // The spout does not go on where the earlier one was
            assertThat(journal.seen).as("seed %s", seed).hasSizeGreaterThan(NUMBERS);
            List<Object> later = journal.seen.subList(journal.seen.size() - NUMBERS, journal.seen.size());
            assertThat(order.equals("ordered") ? later : later.stream().sorted().toList())
                    .as("seed %s", seed)
                    .isEqualTo(IntStream.range(0, NUMBERS).boxed().toList());
        }
    }
}
