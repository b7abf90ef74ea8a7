// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.placement;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.RegionNames;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.WorkerPlan;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.scheduler.model.Constraints;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The regions to which components of a topology are confined. Immutable. */
public final class RegionRules {

    private static final String NODE_REGION = "node.region";

    private final TaskPlan tasks;
    /** The regions by component, for components that are confined, in the topology's order. */
    private final Map<String, List<String>> regionsOf = new LinkedHashMap<>();

    /**
     * @param topology the topology with its present numbers of tasks
     * @param config the topology's configuration
     */
    public RegionRules(Topology topology, Config config) {
        tasks = new TaskPlan(topology);
        for (ComponentSpec spec : topology.components()) {
            List<String> regions = RegionNames.of(config.with(Config.of(spec.settings())));
            if (!regions.isEmpty()) {
                regionsOf.put(spec.id(), regions);
            }
        }
    }

    /** Returns the regions of a component; empty for any region. */
    public List<String> of(String component) {
        return regionsOf.getOrDefault(component, List.of());
    }

    /** Whether a node may run a component. */
    boolean permits(String component, SupervisorRecord node) {
        return !regionsOf.containsKey(component)
                || regionsOf.get(component).contains(node.region())
                || node.region().equals(SupervisorRecord.EVERY_REGION);
    }

    /** Whether a node may run any component. */
    boolean permitsAny(SupervisorRecord node) {
        return tasks.components().stream().anyMatch(component -> permits(component.id(), node));
    }

    private boolean permits(WorkerPlan worker, SupervisorRecord node) {
        return worker.tasks().stream().allMatch(task -> permits(tasks.componentOf(task), node));
    }

    /**
     * Returns the scheduler's constraints of a component's tasks.
     *
     * @param nodes the nodes of the problem
     * @throws Placer.NoRoomException if none of them may run the component
     */
    public Constraints constraints(String component, Collection<SupervisorRecord> nodes) {
        if (!regionsOf.containsKey(component)) {
            return Constraints.NONE;
        }
        List<String> regions = nodes.stream()
                .filter(node -> permits(component, node))
                .map(SupervisorRecord::region)
                .distinct()
                .toList();
        if (regions.isEmpty()) {
            throw new Placer.NoRoomException("waits for a slot in "
                    + listed(regionsOf.get(component)) + ", the only "
                    + (regionsOf.get(component).size() == 1 ? "region" : "regions") + " of component '" + component
                    + "': start a supervisor with " + NODE_REGION + "="
                    + regionsOf.get(component).get(0)
                    + ", or free a slot there");
        }
        return Constraints.NONE.withRegions(regions);
    }

    /**
     * Finds free slots for workers that must leave their nodes, as many as have room: the node of each by the worker's
     * name. Each goes to the node with the most free slots in the regions of its components.
     */
    public Map<String, String> homes(List<WorkerPlan> workers, ClusterView view) {
        return WorkerMatching.find(
                workers,
                Slots.free(view),
                (worker, node) -> permits(worker, view.supervisors().get(node)));
    }

    /**
     * Returns the regions of workers that may not run anywhere, as " in eu (topology.regions)"; empty if all may run
     * anywhere.
     */
    public String only(List<WorkerPlan> workers) {
        List<String> regions = workers.stream()
                .map(this::common)
                .filter(common -> !common.isEmpty())
                .map(RegionRules::listed)
                .distinct()
                .toList();
        return regions.isEmpty()
                ? ""
                : " in " + String.join(" and in ", regions) + " (" + TopologyKeys.REGIONS.name() + ")";
    }

    private List<String> common(WorkerPlan worker) {
        Set<String> common = null;
        for (int task : worker.tasks()) {
            List<String> regions = of(tasks.componentOf(task));
            if (!regions.isEmpty() && common == null) {
                common = new TreeSet<>(regions);
            } else if (!regions.isEmpty()) {
                common.retainAll(regions);
            }
        }
        return common == null ? List.of() : List.copyOf(common);
    }

    /** Returns the nodes that a component lacks to run anywhere, in one line; empty if none are missing. */
    public String missing(ClusterView view) {
        Collection<SupervisorRecord> nodes = view.supervisors().values().stream()
                .filter(node -> !node.relay())
                .toList();
        List<String> missing = new ArrayList<>();
        List<String> wanted = new ArrayList<>();
        regionsOf.forEach((component, regions) -> {
            if (nodes.stream().noneMatch(node -> permits(component, node))) {
                missing.add("component '" + component + "' may run only in " + listed(regions));
                wanted.add(NODE_REGION + "=" + regions.get(0));
            }
        });
        if (missing.isEmpty()) {
            return "";
        }
        return String.join(", ", missing) + ", and no node there is up: "
                + (nodes.isEmpty() ? "there are no nodes" : "there is " + nodes(nodes)) + ": start a supervisor with "
                + wanted.stream().distinct().collect(Collectors.joining(", and one with "));
    }

    /**
     * Returns the regions of components of which no two can share a worker, each as "eu or us": there must be as many
     * workers.
     */
    public List<String> apart(ClusterView view) {
        if (view.supervisors().values().stream()
                .anyMatch(node -> node.region().equals(SupervisorRecord.EVERY_REGION))) {
            return List.of();
        }
        List<List<String>> apart = new ArrayList<>();
        regionsOf.values().stream()
                .sorted(Comparator.comparingInt(List::size))
                .filter(regions -> apart.stream().allMatch(other -> Collections.disjoint(other, regions)))
                .forEach(apart::add);
        return apart.stream().map(RegionRules::listed).toList();
    }

    private static String nodes(Collection<SupervisorRecord> nodes) {
        return nodes.stream().map(node -> node.node() + " in " + node.region()).collect(Collectors.joining(", "));
    }

    /** Returns regions as "eu or us". */
    private static String listed(List<String> regions) {
        return String.join(" or ", regions);
    }
}
