// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.SpoutCollector;
import io.millrace.api.TopologyBuilder;
import io.millrace.testing.stepped.SteppedTopology;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tasks that emissions went to, as collectors report them. */
@Timeout(30)
class LastTargetsTest {

    private final TopologyBuilder builder = new TopologyBuilder();

    @Test
    void aSpoutLearnsTheTargetsOfEveryKindOfEmission() {
        Journal journal = Journal.fresh("targets-spout");
        // Task 1 is the spout, 2 and 3 are pass, 4 to 6 are every, 7 and 8 are named
        builder.setSpout("source", new CallSpout("targets-spout", 1, 1, (out, number, context) -> {
            assertThat(out.lastTargets()).isEmpty();
            out.emit(1);
            note(out);
            out.emitTracked(number, 2);
            note(out);
            out.emitTo("rounds", null, 3, "x");
            note(out);
            out.emitDirect(8, "to", null, 4);
            note(out);
        }));
        builder.setBolt("pass", TestBolts.pass(), 2).shuffle("source");
        builder.setBolt("every", TestBolts.sink("targets-none"), 3).all("source");
        builder.setBolt("named", TestBolts.sink("targets-none"), 2).direct("source", "to");
        Journal.fresh("targets-none");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            topology.runUntilIdle(10_000);
        }
        assertThat(journal.seen).hasSize(4);
        assertThat(journal.seen.subList(0, 2))
                .allSatisfy(targets -> assertThat((String) targets).matches("\\[[23], 4, 5, 6]"))
                .doesNotHaveDuplicates();
        assertThat(journal.seen.subList(2, 4)).containsExactly("[]", "[8]");
    }

    private static void note(SpoutCollector out) {
        int[] targets = out.lastTargets();
        Arrays.sort(targets);
        Journal.of("targets-spout").seen.add(Arrays.toString(targets));
    }

    @Test
    void aBoltLearnsTheTargetsOfItsOwnEmissionAlthoughOthersRunWithinIt() {
        Journal journal = Journal.fresh("targets-bolt");
        builder.setSpout(
                "source", new CallSpout("targets-bolt", 1, 1, (out, number, context) -> out.emitTracked(number, 1)));
        builder.setBolt(
                        "full",
                        TestBolts.full(
                                (input, out, context) -> {
                                    out.emit(input, 1);
                                    journalOf().add("full " + Arrays.toString(out.lastTargets()));
                                    out.ack(input);
                                },
                                "number"))
                .shuffle("source");
        builder.setBolt(
                        "basic",
                        TestBolts.basic(
                                (input, out) -> {
                                    out.emit(2);
                                    journalOf().add("basic " + Arrays.toString(out.lastTargets()));
                                },
                                "number"))
                .shuffle("full");
        builder.setBolt("last", TestBolts.pass(), 2).all("basic");
        try (SteppedTopology topology = SteppedTopology.of(builder.build()).start()) {
            topology.runUntilIdle(10_000);
        }
        assertThat(journal.seen).containsExactly("basic [4, 5]", "full [3]");
    }

    private static List<Object> journalOf() {
        return Journal.of("targets-bolt").seen;
    }
}
