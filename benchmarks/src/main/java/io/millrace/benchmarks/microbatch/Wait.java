// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.api.BasicBolt;
import io.millrace.api.BoltDeclarer;
import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Bolts;
import java.time.Duration;
import java.util.List;

/**
 * How records get to the sink.
 *
 * @param name of the mode in tables
 * @param millis for which a batch waits; -1 for the adaptive wait, -2 for no batch
 */
record Wait(String name, int millis) {

    static final Wait ADAPTIVE = new Wait("adaptive", -1);
    static final Wait NONE = new Wait("no batch", -2);

    /** The latency that the adaptive wait keeps to. */
    static final Duration GOAL = Duration.ofMillis(50);

    /** Only the time closes batches. */
    private static final int MOST_COUNT = 1 << 20;

    private static final long MOST_BYTES = 1 << 30;

    static Wait of(int millis) {
        return new Wait(millis + " ms", millis);
    }

    /** No batch, fixed times and the adaptive one. */
    static List<Wait> all(boolean quick) {
        return quick
                ? List.of(NONE, of(1), ADAPTIVE)
                : List.of(NONE, of(1), of(2), of(5), of(10), of(20), of(50), of(100), ADAPTIVE);
    }

    boolean isFixed() {
        return millis > 0;
    }

    /** Adds the sink behind a source. */
    void define(TopologyBuilder builder, String source) {
        BoltDeclarer sink;
        if (millis == NONE.millis) {
            BasicBolt single = Bolts.forEach(tuple -> CostlySink.take(List.of(tuple)));
            sink = builder.setBolt("sink", single);
        } else if (millis == ADAPTIVE.millis) {
            sink = builder.setBolt(
                    "sink",
                    Bolts.batch(MOST_COUNT, MOST_BYTES, Bolts.adaptive(GOAL), (batch, out) -> CostlySink.take(batch)));
        } else {
            sink = builder.setBolt(
                    "sink",
                    Bolts.batch(
                            MOST_COUNT, MOST_BYTES, Duration.ofMillis(millis), (batch, out) -> CostlySink.take(batch)));
        }
        sink.blocking().shuffle(source);
    }
}
