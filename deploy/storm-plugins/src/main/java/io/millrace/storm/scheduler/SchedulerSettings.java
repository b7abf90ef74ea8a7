// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.scheduler;

import java.util.Map;
import java.util.Set;
import org.apache.storm.DaemonConfig;
import org.apache.storm.utils.ObjectReader;

/**
 * What Nimbus' settings say.
 *
 * @param price the share of a topology's cost, from 0 to 1, that each worker which restarts must save; {@value #PRICE}
 * @param statisticsSeconds how often Nimbus is asked for the counts of its workers, and how long these must have run;
 *     {@value #STATISTICS}
 * @param dryRun whether decisions are logged only; {@value #DRY_RUN}
 */
public record SchedulerSettings(double price, int statisticsSeconds, boolean dryRun) {
    public static final String PRICE = "millrace.scheduler.price";
    public static final String STATISTICS = "millrace.scheduler.statistics.secs";
    public static final String DRY_RUN = "millrace.scheduler.dry.run";

    /** A topology's own setting; false leaves it to Storm's own scheduler. */
    public static final String TOPOLOGY = "topology.millrace.scheduler";

    private static final double DEFAULT_PRICE = 0.05;
    private static final int DEFAULT_STATISTICS_SECONDS = 60;

    public static final SchedulerSettings DEFAULTS = of(Map.of());

    public SchedulerSettings {
        if (!(price >= 0 && price <= 1)) {
            throw new IllegalArgumentException(PRICE + " is " + price + ": use 0 to 1");
        }
        if (statisticsSeconds < 1) {
            throw new IllegalArgumentException(STATISTICS + " is " + statisticsSeconds + ": use 1 or more");
        }
    }

    /** Reads Nimbus' settings. */
    public static SchedulerSettings of(Map<String, Object> conf) {
        return new SchedulerSettings(
                ObjectReader.getDouble(conf.get(PRICE), DEFAULT_PRICE),
                ObjectReader.getInt(conf.get(STATISTICS), DEFAULT_STATISTICS_SECONDS),
                ObjectReader.getBoolean(conf.get(DRY_RUN), false));
    }

    /**
     * Returns the names of the topologies that have machines of their own, which Storm's isolation scheduler places.
     */
    public static Set<String> isolatedTopologies(Map<String, Object> conf) {
        Object machines = conf.get(DaemonConfig.ISOLATION_SCHEDULER_MACHINES);
        return machines instanceof Map<?, ?> map
                ? map.keySet().stream().map(String::valueOf).collect(java.util.stream.Collectors.toSet())
                : Set.of();
    }
}
