// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller.dashboard;

import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.PeerFigure;
import io.millrace.api.metrics.PeerMetrics;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.metrics.WorkerSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The growth of the counts of workers since the last sample. The counts of a new process have no growth yet. Immutable.
 */
final class WorkerGrowth {

    static final WorkerGrowth NONE = new WorkerGrowth(Map.of(), Map.of());

    private final Map<String, WorkerSnapshot> before;
    private final Map<String, WorkerSnapshot> now;
    private final Map<Integer, TaskMetrics> tasks = new HashMap<>();
    private final Map<String, ExecutorMetrics> executors = new HashMap<>();
    private final Map<String, PeerMetrics> peers = new HashMap<>();

    private WorkerGrowth(Map<String, WorkerSnapshot> before, Map<String, WorkerSnapshot> now) {
        this.before = before;
        this.now = now;
        before.values().forEach(worker -> {
            worker.tasks().forEach(task -> tasks.put(task.task(), task));
            worker.executors()
                    .forEach(executor -> executors.put(key(executor.worker(), executor.executor()), executor));
            worker.peers().forEach(peer -> peers.put(key(peer.worker(), peer.peer()), peer));
        });
    }

    WorkerGrowth next(Collection<WorkerSnapshot> snapshots) {
        Map<String, WorkerSnapshot> next = new HashMap<>();
        snapshots.forEach(snapshot -> next.put(snapshot.worker(), snapshot));
        return new WorkerGrowth(now, next);
    }

    /** Returns the growth per second. */
    double rate(TaskMetrics task, ToLongFunction<TaskMetrics> of) {
        return rate(task.worker(), tasks.get(task.task()), task, of);
    }

    double rate(List<TaskMetrics> some, ToLongFunction<TaskMetrics> of) {
        double sum = 0;
        for (TaskMetrics task : some) {
            sum += rate(task, of);
        }
        return sum;
    }

    double rate(ExecutorMetrics executor, ExecutorFigure of) {
        return rate(
                executor.worker(),
                executors.get(key(executor.worker(), executor.executor())),
                executor,
                each -> each.get(of));
    }

    double rate(PeerMetrics peer, PeerFigure of) {
        return rate(peer.worker(), peers.get(key(peer.worker(), peer.peer())), peer, each -> each.get(of));
    }

    private <T> double rate(String worker, T then, T current, ToLongFunction<T> of) {
        double seconds = seconds(worker);
        return then == null || seconds <= 0 ? 0 : Math.max(0, of.applyAsLong(current) - of.applyAsLong(then)) / seconds;
    }

    /** Returns the seconds since the last sample; 0 if the process is another one. */
    private double seconds(String worker) {
        WorkerSnapshot then = before.get(worker);
        WorkerSnapshot current = now.get(worker);
        return then == null || current == null || then.epoch() != current.epoch()
                ? 0
                : (current.takenNanos() - then.takenNanos()) / 1e9;
    }

    private static String key(String worker, Object of) {
        return worker + "/" + of;
    }

    /** Returns the largest of some figures; 0 if there are none. */
    static <T> double most(Collection<T> of, ToDoubleFunction<T> figure) {
        return of.stream().mapToDouble(figure).max().orElse(0);
    }

    /** Returns a part divided by a whole; 0 if that is 0. */
    static double ratio(double part, double whole) {
        return whole > 0 ? part / whole : 0;
    }

    /** Returns the objects by group, in the order of their first occurrence. */
    static <K, T> Map<K, List<T>> grouped(Collection<T> all, Function<T, K> by) {
        Map<K, List<T>> groups = new LinkedHashMap<>();
        all.forEach(each -> groups.computeIfAbsent(by.apply(each), none -> new ArrayList<>())
                .add(each));
        return groups;
    }
}
