// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.TopologyInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Reads the data of {@code top} from a cluster repeatedly. */
public final class TopReader {

    private final Cluster cluster;
    private final List<String> names;
    private final LongSupplier clock;

    /** The display names by id of a topology; they never change. */
    private final Map<String, Map<String, String>> displayNames = new HashMap<>();

    private boolean begun;

    /**
     * @param names the topologies to read; empty for all
     * @param clock the clock, in nanoseconds
     */
    public TopReader(Cluster cluster, List<String> names, LongSupplier clock) {
        this.cluster = cluster;
        this.names = names;
        this.clock = clock;
    }

    /** Reads the topologies. The first call refuses unknown names; later calls list them as missing. */
    public TopReading read() {
        Map<String, TopologyInfo> known = new LinkedHashMap<>();
        cluster.list().forEach(topology -> known.put(topology.name(), topology));
        Collection<String> wanted = names.isEmpty() ? known.keySet() : names;
        List<TopReading.Running> running = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String name : wanted) {
            try {
                TopologyInfo info = known.containsKey(name)
                        ? known.get(name)
                        : cluster.describe(name).info();
                running.add(new TopReading.Running(info, cluster.metrics(name), displayNames(info)));
            } catch (ClusterException e) {
                if (e.reason() != Reason.NOT_FOUND || !names.isEmpty() && !begun) {
                    throw e;
                }
                missing.add(name);
            }
        }
        begun = true;
        return new TopReading(
                clock.getAsLong(), cluster.nodes().size(), running, names.isEmpty() ? List.of() : missing);
    }

    private Map<String, String> displayNames(TopologyInfo info) {
        Map<String, String> known = displayNames.get(info.id());
        if (known == null) {
            Map<String, String> names = new HashMap<>();
            cluster.describe(info.name()).components().forEach(part -> names.put(part.id(), part.displayName()));
            names.values().removeIf(String::isEmpty);
            displayNames.put(info.id(), names);
            known = names;
        }
        return known;
    }
}
