package io.millrace.runtime.executor;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts an executor's slow calls and warns of them: for each task at once, and then at most once a minute. The
 * executor's thread and the worker's timer call it, only when a call is slow.
 */
final class SlowCalls {

    private static final Logger LOG = LoggerFactory.getLogger(SlowCalls.class);
    private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int MOST_FRAMES = 30;
    private static final String REMEDY = "declare the component blocking(), which gives its tasks threads of their own,"
            + " or raise topology.slow.call.warning";

    private final long boundNanos;
    private final IntFunction<String> names;
    private final IntConsumer counted;
    private final Map<Integer, OfTask> tasks = new HashMap<>();

    private static final class OfTask {
        private long count;
        private long warnedNanos;
        private boolean shown;
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

    /** A call that has taken this long has not returned yet. */
    synchronized void hangs(int task, long nanos, long now, StackTraceElement[] stack) {
        OfTask known = tasks.computeIfAbsent(task, first -> new OfTask());
        known.count++;
        counted.accept(task);
        known.shown = known.count == 1 || now - known.warnedNanos >= QUIET_NANOS;
        if (known.shown) {
            known.warnedNanos = now;
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
    }

    /** A call that {@link #hangs} reported has returned. */
    synchronized void returned(int task, long nanos, long now) {
        OfTask known = tasks.get(task);
        if (known != null && known.shown) {
            known.shown = false;
            known.warnedNanos = now;
            LOG.warn("{} has returned from its slow call, after {} ms", names.apply(task), nanos / 1_000_000);
        }
    }

    /** The stack down to the engine's own frames, which are the same for all components. */
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
