// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.stepped;

import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.worker.TaskPlacement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The worker of each task, and the node and region of each worker. Confined to the stepping thread. */
final class SteppedPlaces {

    private static final String RELAY = "relay";

    private final SteppedTopologyBuilder settings;
    private final SortedMap<Integer, String> workerOfTask = new TreeMap<>();
    private final Map<String, String> nodeOfWorker = new TreeMap<>();

    /** The number of assignments, which grows when a task joins or leaves. */
    private long assignments;

    SteppedPlaces(SteppedTopologyBuilder settings) {
        this.settings = settings;
        for (int i = 0; i < settings.workers; i++) {
            nodeOfWorker.put(workerName(i), "n" + (i % settings.nodes + 1));
        }
        for (int i = 0; i < settings.relays.size(); i++) {
            nodeOfWorker.put(RELAY + (i + 1), "n" + (settings.nodes + i + 1));
        }
        for (int task : new TaskPlan(settings.topology).tasks()) {
            workerOfTask.put(task, workerName(task % settings.workers));
        }
    }

    private static String workerName(int index) {
        return "w" + (index + 1);
    }

    static boolean isRelay(String worker) {
        return worker.startsWith(RELAY);
    }

    /** Returns the workers that have tasks, and the relays. */
    List<String> used() {
        return nodeOfWorker.keySet().stream()
                .filter(worker -> workerOfTask.containsValue(worker) || isRelay(worker))
                .toList();
    }

    List<String> others(String worker) {
        return nodeOfWorker.keySet().stream()
                .filter(other -> !other.equals(worker))
                .toList();
    }

    SortedMap<Integer, String> workerOfTask() {
        return Collections.unmodifiableSortedMap(workerOfTask);
    }

    String nodeOf(String worker) {
        return nodeOfWorker.get(worker);
    }

    String regionOf(String worker) {
        if (isRelay(worker)) {
            return settings.relays.get(Integer.parseInt(worker.substring(RELAY.length())) - 1);
        }
        if (!settings.regions || settings.regionOfNode.isEmpty()) {
            return settings.regions ? nodeOf(worker) : "";
        }
        return settings.regionOfNode.get(nodeNumber(worker) - 1);
    }

    /** Returns how far the clock of the worker's node is ahead of the topology's. */
    long clockAhead(String worker) {
        return (nodeNumber(worker) - 1) * settings.clocksApart.toNanos();
    }

    private int nodeNumber(String worker) {
        return Integer.parseInt(nodeOf(worker).substring(1));
    }

    TaskPlacement placement() {
        return new TaskPlacement(workerOfTask, nodeOfWorker, assignments);
    }

    /** Returns the name of a new worker with this task. */
    String join(int task, int node) {
        assignments++;
        String worker = "joined" + assignments;
        workerOfTask.put(task, worker);
        nodeOfWorker.put(worker, "n" + node);
        return worker;
    }

    /** Removes a worker's tasks. */
    void leave(String worker) {
        assignments++;
        workerOfTask.values().removeIf(worker::equals);
    }
}
