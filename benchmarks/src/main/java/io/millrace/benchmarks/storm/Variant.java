// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.storm;

import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.macro.EngineCommand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Storm with none, one or both of the plug-ins. Storm's adapter is told by properties of its JVM. */
enum Variant {
    STOCK(false, false),
    RING(true, false),
    SCHEDULER(false, true),
    BOTH(true, true);

    private static final String STORM = "storm";

    private final boolean ring;
    private final boolean scheduler;

    Variant(boolean ring, boolean scheduler) {
        this.ring = ring;
        this.scheduler = scheduler;
    }

    /** Takes --variants: all, unless some are named. */
    static List<Variant> take(Options options) {
        List<String> all = Stream.of(values()).map(Variant::toString).toList();
        return options.takeNames("variants", String.join(",", all), all).stream()
                .map(name -> valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
    }

    /**
     * Returns how it is started.
     *
     * @param nodes supervisors, each with its share of the workers
     */
    EngineCommand command(int nodes) throws IOException {
        EngineCommand storm = EngineCommand.of(STORM, "");
        List<String> options = new ArrayList<>(storm.options());
        options.add("-Dbenchmarks.storm.ring=" + ring);
        options.add("-Dbenchmarks.storm.scheduler=" + scheduler);
        options.add("-Dbenchmarks.storm.nodes=" + nodes);
        return new EngineCommand(STORM, options, storm.classPath());
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
