// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts an executor's slow calls and warns of them: for each task at once, and then at most once a minute. Classes may
 * be loaded and compiled in a task's first slow call, so for ten seconds from then on only calls of ten times the bound
 * are warned of. The executor's thread and the worker's timer call it, only when a call is slow.
 */
final class SlowCalls {

    private static final Logger LOG = LoggerFactory.getLogger(SlowCalls.class);
    private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long WARM_UP_NANOS = Duration.ofSeconds(10).toNanos();
    private static final int WARM_UP_BOUNDS = 10;
    private static final int MOST_FRAMES = 30;
    private static final String REMEDY = "declare the component blocking(), which gives its tasks threads of their own,"
            + " or raise topology.slow.call.warning";

    private final long boundNanos;
    private final IntFunction<String> names;
    private final IntConsumer counted;
    private final Map<Integer, OfTask> tasks = new HashMap<>();

    private static final class OfTask {
        private final long warmNanos;
        private long count;
        private long warnFromNanos;
        private boolean shown;

        OfTask(long now) {
            warmNanos = now + WARM_UP_NANOS;
            warnFromNanos = now;
        }
    }

    /**
     * @param names of tasks, with their components
     * @param counted called by the worker's timer with the task of each slow call
     */
    SlowCalls(long boundNanos, IntFunction<String> names, IntConsumer counted) {
        this.boundNanos = boundNanos;
        this.names = names;
        this.counted = counted;
    }

    /** A call has taken longer than the bound and has not returned yet. */
    synchronized void begins(int task, long now) {
        OfTask known = tasks.computeIfAbsent(task, first -> new OfTask(now));
        known.count++;
        known.shown = false;
        counted.accept(task);
    }

    /** Returns whether to warn now of a call that has {@link #begins begun} and has taken this long. */
    synchronized boolean warns(int task, long nanos, long now) {
        OfTask known = tasks.get(task);
        boolean warm = now - known.warmNanos >= 0 || nanos >= WARM_UP_BOUNDS * boundNanos;
        return !known.shown && warm && now - known.warnFromNanos >= 0;
    }

    /** The call goes on. */
    synchronized void hangs(int task, long nanos, long now, StackTraceElement[] stack) {
        OfTask known = tasks.get(task);
        known.shown = true;
        known.warnFromNanos = now + QUIET_NANOS;
        LOG.warn(
                "{} has not returned from a call for {} ms (bound {} ms, slow calls so far: {}) and holds up all"
                        + " tasks of its executor: {}; it is at{}",
                names.apply(task),
                nanos / 1_000_000,
                boundNanos / 1_000_000,
                known.count,
                REMEDY,
                text(stack));
    }

    /** A call that {@link #begins has begun} has returned. */
    synchronized void returned(int task, long nanos, long now) {
        OfTask known = tasks.get(task);
        if (known != null && known.shown) {
            known.shown = false;
            known.warnFromNanos = now + QUIET_NANOS;
            LOG.warn("{} has returned from its slow call, after {} ms", names.apply(task), nanos / 1_000_000);
        }
    }

    /** Returns the stack down to the engine's own frames, which are the same for all components. */
    private static String text(StackTraceElement[] stack) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < stack.length && i < MOST_FRAMES; i++) {
            if (stack[i].getClassName().startsWith("io.millrace.runtime.task.")) {
                break;
            }
            text.append(System.lineSeparator()).append("\tat ").append(stack[i]);
        }
        return text.toString();
    }
}
