// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.embedded;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** Adds up squares on an engine of its own: first with workers as threads, then with workers as processes. */
public final class SquareService {

    private static final Duration MOST = Duration.ofMinutes(1);

    private SquareService() {}

    /** No argument is needed, and no JVM flag. */
    public static void main(String[] args) throws InterruptedException, TimeoutException {
        try (Millrace engine = Millrace.local().inProcess().start()) {
            System.out.println("threads:   " + sumOfSquares(engine, "squares", 1_000));
        }
        Config twoWorkers = Config.empty().with(TopologyKeys.WORKERS, 2);
        try (Millrace engine = Millrace.local().processes().config(twoWorkers).start()) {
            System.out.println("processes: " + sumOfSquares(engine, "squares", 1_000));
        }
    }

    /** Runs a topology to its end and reads the result from its metrics. */
    static long sumOfSquares(Millrace engine, String name, int numbers) throws InterruptedException, TimeoutException {
        RunningTopology run = engine.submit(name, topology(numbers), Config.empty());
        try {
            if (!run.awaitCompletion(MOST)) {
                throw new TimeoutException(name + " is not complete after " + MOST);
            }
            TopologyMetrics metrics = run.metrics();
            return metrics.counter("sum", SumBolt.COUNTER);
        } finally {
            run.kill();
        }
    }

    static Topology topology(int numbers) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "numbers",
                Spouts.of("number", IntStream.rangeClosed(1, numbers).boxed().toList()));
        builder.setBolt("square", Bolts.map("square", number -> number.getLong(0) * number.getLong(0)), 2)
                .shuffle("numbers");
        builder.setBolt("sum", new SumBolt(), 2).fields("square", "square");
        return builder.build();
    }
}
