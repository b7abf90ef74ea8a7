// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.traffic;

import io.millrace.api.metrics.EdgeMetrics;
import io.millrace.api.metrics.ExecutorFigure;
import io.millrace.api.metrics.ExecutorMetrics;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.runtime.metrics.StreamTraffic;
import io.millrace.runtime.metrics.TaskTime;
import io.millrace.runtime.plan.TaskPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A worker's counts at one time, indexed, and their increase since an earlier time. Immutable. */
final class WorkerCounts {

    record Sent(long messages, long bytes) {}

    private static final Sent NOTHING = new Sent(0, 0);
    private static final TaskTime NO_TIME = new TaskTime(0, 0, 0, 0);

    final TrafficSample reading;
    final Map<TaskPair, Sent> sent = new HashMap<>();
    private final Map<Integer, Long> executed = new HashMap<>();
    private final Map<Integer, TaskTime> times = new HashMap<>();
    private final Map<Integer, Long> busy = new HashMap<>();

    WorkerCounts(TrafficSample reading) {
        this.reading = reading;
        for (StreamTraffic stream : reading.snapshot().traffic()) {
            for (EdgeMetrics edge : stream.edges()) {
                sent.merge(
                        new TaskPair(edge.sourceTask(), edge.targetTask()),
                        new Sent(edge.messages(), edge.bytes()),
                        (one, other) -> new Sent(one.messages() + other.messages(), one.bytes() + other.bytes()));
            }
        }
        for (TaskMetrics task : reading.snapshot().tasks()) {
            executed.put(task.task(), task.executed());
        }
        for (TaskTime time : reading.snapshot().work().times()) {
            times.put(time.task(), time);
        }
        for (ExecutorMetrics executor : reading.snapshot().executors()) {
            busy.put(executor.executor(), executor.get(ExecutorFigure.BUSY_NANOS));
        }
    }

    /**
     * Returns the seconds since the earlier counts; 0 if they cannot be compared, as the process or the clock is
     * another one, or the counts are the same.
     */
    double secondsSince(WorkerCounts before) {
        boolean same = before != null
                && before.reading.snapshot().epoch() == reading.snapshot().epoch()
                && before.reading.node().equals(reading.node());
        return same
                ? Math.max(
                                0,
                                reading.snapshot().takenNanos()
                                        - before.reading.snapshot().takenNanos())
                        / 1e9
                : 0;
    }

    Sent sentSince(WorkerCounts before, TaskPair pair) {
        Sent now = sent.getOrDefault(pair, NOTHING);
        Sent then = before.sent.getOrDefault(pair, NOTHING);
        return new Sent(grown(then.messages(), now.messages()), grown(then.bytes(), now.bytes()));
    }

    long busyNanosSince(WorkerCounts before, int executor) {
        return grown(before.busy.getOrDefault(executor, 0L), busy.getOrDefault(executor, 0L));
    }

    List<CpuSplit.Work> workSince(WorkerCounts before, List<Integer> tasks) {
        return tasks.stream()
                .map(task -> {
                    TaskTime now = times.getOrDefault(task, NO_TIME);
                    TaskTime then = before.times.getOrDefault(task, NO_TIME);
                    return new CpuSplit.Work(
                            grown(before.executed.getOrDefault(task, 0L), executed.getOrDefault(task, 0L)),
                            grown(then.turnNanos(), now.turnNanos()),
                            grown(then.timedNanos(), now.timedNanos()),
                            grown(then.timedCalls(), now.timedCalls()));
                })
                .toList();
    }

    /** Returns the growth of a count. A smaller count means that the counter started again. */
    private static long grown(long before, long now) {
        return now >= before ? now - before : now;
    }
}
