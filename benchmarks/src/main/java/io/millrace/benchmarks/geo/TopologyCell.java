// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.benchmarks.macro.Promise;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A topology that runs on the hosts of a preset, or on two hosts that are near each other.
 *
 * @param labels what it is, in the order in which it is printed; differs between the cells of a figure
 * @param preset of the emulation; empty for two hosts with a round trip of {@link #NEAR_RTT_MILLIS}
 * @param hosts with a worker each
 * @param regions whether each host is in a region of its own; else all are in one
 * @param model which chooses the batches of channels
 * @param perSecond tuples of all sources; 0 for as many as there is room for
 */
record TopologyCell(
        Map<String, String> labels,
        String preset,
        int hosts,
        boolean regions,
        String model,
        Promise promise,
        int perSecond) {

    static final double NEAR_RTT_MILLIS = 0.1;

    private static final int NEAR_HOSTS = 2;

    /** The default of {@code topology.geo.model}. */
    private static final String MODEL = "millrace";

    static TopologyCell near(boolean regions, Promise promise, int perSecond) {
        return new TopologyCell(Map.of(), "", NEAR_HOSTS, regions, MODEL, promise, perSecond);
    }

    static TopologyCell of(String preset, int hosts, boolean regions, Promise promise, int perSecond) {
        return new TopologyCell(Map.of(), preset, hosts, regions, MODEL, promise, perSecond);
    }

    boolean isNear() {
        return preset.isEmpty();
    }

    TopologyCell label(String name, Object value) {
        Map<String, String> all = new LinkedHashMap<>(labels);
        all.put(name, String.valueOf(value));
        return new TopologyCell(all, preset, hosts, regions, model, promise, perSecond);
    }

    TopologyCell model(String other) {
        return new TopologyCell(labels, preset, hosts, regions, other, promise, perSecond);
    }

    String name() {
        return Cell.name(labels);
    }

    /** Whether it can run on the same hosts as this one. */
    boolean isWhere(TopologyCell other) {
        return preset.equals(other.preset) && hosts == other.hosts;
    }
}
