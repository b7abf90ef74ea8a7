// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Subscription;
import io.millrace.runtime.plan.TaskPlan;
import java.util.HashMap;
import java.util.Map;

/** Counts the channels between sites. Stateless. */
final class SiteChannels {

    private SiteChannels() {}

    /**
     * Returns how many pairs of tasks between which there are streams have a channel.
     *
     * @param regions regions of workers; tasks of others are left out
     * @param linked regions between which there are channels
     */
    static int count(TaskPlan tasks, TaskPlacement placement, Map<String, String> regions, ChannelRegions linked) {
        if (regions.values().stream().distinct().count() <= 1) {
            return 0;
        }
        int count = 0;
        for (ComponentSpec target : tasks.components()) {
            Map<String, Integer> targets = byRegion(target.id(), tasks, placement, regions);
            for (String source : target.inputs().stream()
                    .map(Subscription::source)
                    .distinct()
                    .toList()) {
                for (Map.Entry<String, Integer> from :
                        byRegion(source, tasks, placement, regions).entrySet()) {
                    for (Map.Entry<String, Integer> to : targets.entrySet()) {
                        count += linked.link(from.getKey(), to.getKey()) ? from.getValue() * to.getValue() : 0;
                    }
                }
            }
        }
        return count;
    }

    /** Returns the tasks of a component by region. A worker of an earlier version has no region, and no channels. */
    private static Map<String, Integer> byRegion(
            String component, TaskPlan tasks, TaskPlacement placement, Map<String, String> regions) {
        Map<String, Integer> counts = new HashMap<>();
        for (int task : tasks.tasksOf(component)) {
            String region = regions.getOrDefault(placement.workerOfTask().get(task), "");
            if (!region.isEmpty()) {
                counts.merge(region, 1, Integer::sum);
            }
        }
        return counts;
    }
}
