// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.storm;

import io.millrace.benchmarks.macro.EngineCommand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
