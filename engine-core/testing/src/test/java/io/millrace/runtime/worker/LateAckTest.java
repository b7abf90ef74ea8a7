// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.stepped.SteppedTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Acks that come when their tree has ended, or is about to end. */
@Timeout(30)
class LateAckTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Config CONFIG = Config.empty().with(TopologyKeys.MESSAGE_TIMEOUT, TIMEOUT);

    private final TopologyBuilder builder = new TopologyBuilder();

    /** The ack or the time-out that comes first to the ledger ends the tree. Over the seeds both happen. */
    @Test
    void anAckThatRacesTheTimeOutEndsTheTreeOnceWhoeverWins() {
        List<Boolean> ackWon = new ArrayList<>();
        builder.setSpout("numbers", new NumberSpout("race", 1, false));
        builder.setBolt("sink", TestBolts.sink("race")).shuffle("numbers");
        for (int seed = 0; seed < 50; seed++) {
            Journal journal = Journal.fresh("race");
            try (SteppedTopology topology = SteppedTopology.of(builder.build())
                    .config(CONFIG)
                    .executors(2)
                    .seed(seed)
                    .start()) {
                while (journal.seen.isEmpty() && journal.failed.isEmpty()) {
                    topology.step();
                    topology.elapse(TIMEOUT.dividedBy(3));
                }
                topology.advance(TIMEOUT);
            }
            assertThat(journal.acked.size() + journal.failed.size()).isEqualTo(1);
            ackWon.add(!journal.acked.isEmpty());
        }
        assertThat(ackWon).contains(true, false);
    }

    /** The new start of the spout uses the same slots, so acks for the earlier start could meet its trees. */
    @Test
    void aSpoutThatStartsAgainIgnoresTheAcksOfItsStartBefore() {
        Journal journal = Journal.fresh("again");
        builder.setSpout("numbers", new NumberSpout("again", 30, false));
        builder.setBolt("pad", TestBolts.sink("pad")).shuffle("numbers");
        builder.setBolt("holds", TestBolts.full((input, out, context) -> {
                    Journal.of("again").seen.add(input);
                    Journal.of("again").events.add("held");
                    if (Journal.of("again").seen.size() == 60) {
                        // The acks of the first start come first. Only then may the trees of the second start end
                        Journal.of("again").seen.subList(0, 30).forEach(tuple -> out.ack((Tuple) tuple));
                        Journal.of("again").seen.subList(30, 59).forEach(tuple -> out.ack((Tuple) tuple));
                    }
                }))
                .shuffle("numbers");
        Journal.fresh("pad");
        // If there are two workers, w2 has spout 1 and holds 3, w1 has pad 2. If there are three, each has one task
        try (SteppedTopology topology =
                SteppedTopology.of(builder.build()).config(CONFIG).workers(3).start()) {
            assertThat(topology.workerOfTask().get(1))
                    .isNotEqualTo(topology.workerOfTask().get(3));
            topology.runUntilIdle(100_000);
            assertThat(journal.seen).hasSize(30);
            topology.kill(topology.workerOfTask().get(1));
            topology.runUntilIdle(100_000);
            topology.restart(topology.workerOfTask().get(1));
            topology.runUntil(() -> journal.seen.size() == 60, Duration.ofSeconds(1));
            topology.runUntilIdle(100_000);
            assertThat(journal.acked).hasSize(29);
            assertThat(journal.acked.values()).allMatch(times -> times == 1);
            assertThat(journal.failed).isEmpty();
            topology.advance(TIMEOUT);
            assertThat(journal.failed).hasSize(1);
            assertThat(journal.acked.keySet()).noneMatch(journal.failed::containsKey);
        }
    }
}
