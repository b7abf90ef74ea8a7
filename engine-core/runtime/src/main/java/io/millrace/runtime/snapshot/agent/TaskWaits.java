// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.snapshot.task.SnapshotTask;
import io.millrace.runtime.snapshot.task.SnapshotWait;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Asks the executors of a worker what tasks wait for that have not taken a snapshot. Confined to the host's thread. */
final class TaskWaits {

    private static final int MOST_NAMED = 3;

    /** A number greater than that of all barriers. */
    private static final long NOT_ASKED = Integer.MAX_VALUE;

    private final AgentHost host;
    private final List<Executor> executors;
    private final TaskPlan plan;

    /** The executors that were asked, and have not answered. */
    private final Set<Executor> asked = new LinkedHashSet<>();

    /** The executors with a question that they have not answered, of this snapshot or an earlier one. */
    private final Set<Executor> questioned = new HashSet<>();

    private final List<SnapshotWait> waits = new ArrayList<>();

    /** The number of barriers that the tasks had yet to take when all executors had answered last. */
    private long missing = NOT_ASKED;

    TaskWaits(AgentHost host, List<Executor> executors, TaskPlan plan) {
        this.host = host;
        this.executors = executors;
        this.plan = plan;
    }

    /** Another snapshot begins. */
    void begin() {
        asked.clear();
        missing = NOT_ASKED;
    }

    /** Returns whether an answer is awaited. */
    boolean isOpen() {
        return !asked.isEmpty();
    }

    /**
     * Asks all executors.
     *
     * @param current whether the snapshot is still the present one
     * @param complete action that is run when all have answered
     */
    void ask(long generation, long snapshotId, BooleanSupplier current, Runnable complete) {
        waits.clear();
        asked.addAll(executors);
        for (Executor executor : executors) {
            if (!questioned.add(executor)) {
                // The executor has not answered the last question, and may not for as long as a call lasts
                continue;
            }
            executor.submit(() -> {
                List<SnapshotWait> found = new ArrayList<>();
                if (executor.generationNumber() == generation) {
                    executor.forEachPart(
                            SnapshotTask.class, task -> task.waitsIn(snapshotId).ifPresent(found::add));
                }
                host.submit(() -> {
                    questioned.remove(executor);
                    if (current.getAsBoolean() && asked.remove(executor)) {
                        waits.addAll(found);
                        if (asked.isEmpty()) {
                            complete.run();
                        }
                    }
                });
            });
        }
    }

    /** Returns how many barriers were missing when all executors had answered last; the number only falls. */
    long missingBarriers() {
        if (asked.isEmpty()) {
            // Executors that have not answered would count as waiting for nothing
            missing = waits.stream().mapToLong(SnapshotWait::barriers).sum();
        }
        return missing;
    }

    String words() {
        List<String> parts = new ArrayList<>();
        for (Executor executor : asked) {
            parts.add("tasks " + executor.taskIds() + " are in a call that has not returned");
        }
        waits.sort(Comparator.comparing(SnapshotWait::cause));
        waits.stream().limit(1).forEach(wait -> parts.add(words(wait)));
        if (waits.size() > 1) {
            parts.add((waits.size() - 1) + " more of its tasks wait");
        }
        return parts.isEmpty() ? "its tasks have taken it, and its file is being written" : String.join(", ", parts);
    }

    private String words(SnapshotWait wait) {
        String tasks = wait.tasks().stream()
                .limit(MOST_NAMED)
                .map(task -> " component '" + plan.specOf(task).id() + "', task " + task + " in worker "
                        + host.workerOf(task))
                .collect(Collectors.joining(" and"));
        int more = wait.tasks().size() - MOST_NAMED;
        return wait.of() + " " + wait.cause() + tasks + (more > 0 ? " and " + more + " more" : "");
    }
}
