// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Runs one source and one sink in this process, each with a thread of its own. */
final class Run {

    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private Run() {}

    /**
     * @param warmUpNanos before the recording
     * @param stepNanos for how long a rate holds; the first one also during the warm-up
     * @param slotNanos length of the parts of the recording
     */
    static Arrivals of(Wait wait, long warmUpNanos, long stepNanos, long slotNanos, double... rates)
            throws IOException, InterruptedException {
        long start = System.nanoTime() + LEAD_NANOS;
        long from = start + warmUpNanos;
        long to = start + stepNanos * rates.length;
        Arrivals arrivals = Arrivals.begin(from, to, slotNanos);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new PacedSource(start, stepNanos, rates));
        wait.define(builder, "source");
        Config config = Config.empty()
                .with(TopologyKeys.GUARANTEE, Guarantee.AT_MOST_ONCE)
                .with(TopologyKeys.INBOX, 1 << 16)
                .with(TopologyKeys.INBOX_BYTES, 1L << 30);
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology topology = engine.submit("microbatch", builder.build(), config);
            TimeUnit.NANOSECONDS.sleep(to + REST_NANOS - System.nanoTime());
            topology.kill();
        }
        return arrivals;
    }
}
