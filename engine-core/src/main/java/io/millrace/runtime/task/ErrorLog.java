package io.millrace.runtime.task;

import io.millrace.runtime.metrics.TaskCounters;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts a task's errors, and logs each cause once with its stack. The first stack frame tells causes apart. */
final class ErrorLog {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorLog.class);
    private static final int MOST_CAUSES = 64;

    private final String component;
    private final int task;
    private final TaskCounters counters;
    private final Set<String> causes = new HashSet<>();

    ErrorLog(String component, int task, TaskCounters counters) {
        this.component = component;
        this.task = task;
        this.counters = counters;
    }

    void report(String where, Throwable error) {
        counters.addErrors(1);
        if (causes.size() < MOST_CAUSES && causes.add(cause(where, error))) {
            LOG.warn(
                    "component '{}', task {}: {} in {}; further errors of this cause are only counted",
                    component,
                    task,
                    error,
                    where,
                    error);
        }
    }

    private static String cause(String where, Throwable error) {
        StackTraceElement[] stack = error.getStackTrace();
        return where + ' ' + error.getClass().getName() + ' ' + (stack.length == 0 ? "" : stack[0]);
    }
}
