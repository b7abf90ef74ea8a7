// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import java.util.ArrayList;
import java.util.List;
import org.apache.storm.Config;

/**
 * What this JVM's properties say of the plug-ins for Storm; none without them.
 *
 * @param nodes supervisors, each of which calls its host another name
 */
record Plugins(boolean ring, boolean scheduler, int nodes) {

    private static final String PREFIX = "benchmarks.storm.";

    static Plugins ofProperties() {
        return new Plugins(
                Boolean.getBoolean(PREFIX + "ring"),
                Boolean.getBoolean(PREFIX + "scheduler"),
                Integer.getInteger(PREFIX + "nodes", 1));
    }

    /** Adds what a topology has to say. */
    void addTo(Config config) {
        if (ring) {
            config.put(Config.STORM_MESSAGING_TRANSPORT, "io.millrace.storm.RingContext");
        }
    }

    /** The lines of storm.yaml. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (scheduler) {
            lines.add("storm.scheduler: \"io.millrace.storm.TrafficScheduler\"");
            lines.add("millrace.scheduler.statistics.secs: 15");
            lines.add("executor.metrics.frequency.secs: 5");
        }
        return lines;
    }
}
