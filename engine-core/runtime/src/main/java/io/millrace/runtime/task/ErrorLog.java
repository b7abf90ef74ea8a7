// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.error.Foreign;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLogger;

/**
 * Counts a task's errors, and logs each cause, at most 16 in a minute: the first time with its stack, and while it goes
 * on, once a minute. Errors that a component reports by itself are distinguished by their message, as a connector
 * reports all of its problems in one place; exceptions are distinguished by their first stack frame. In a program
 * without a backend of slf4j, such as the tests of a topology, the first error goes to standard error. Confined to the
 * task's thread.
 */
final class ErrorLog {

    /** The place of errors that a component reports and does not throw. */
    static final String REPORTED = "reportError";

    private static final Logger LOG = LoggerFactory.getLogger(ErrorLog.class);
    private static final int MOST_CAUSES = 16;
    private static final long REPEAT_NANOS = 60_000_000_000L;

    private static final class Cause {

        private long loggedAt;
        private long since;

        private Cause(long now) {
            loggedAt = now;
        }
    }

    private final String component;
    private final int task;
    private final LongConsumer counter;
    private final LongSupplier nanoTime;

    /** The stream for errors; null if there is a log. */
    private final PrintStream instead;

    private final Map<String, Cause> causes = new HashMap<>();

    ErrorLog(String component, int task, LongConsumer counter, LongSupplier nanoTime) {
        this(component, task, counter, nanoTime, LOG instanceof NOPLogger ? System.err : null);
    }

    ErrorLog(String component, int task, LongConsumer counter, LongSupplier nanoTime, PrintStream instead) {
        this.component = component;
        this.task = task;
        this.counter = counter;
        this.nanoTime = nanoTime;
        this.instead = instead;
    }

    void report(String where, Throwable reported) {
        Throwable error = Foreign.readable(reported);
        counter.accept(1);
        long now = nanoTime.getAsLong();
        String name = name(where, error);
        Cause cause = causes.get(name);
        if (cause != null) {
            again(cause, where, error, now);
        } else if (hasRoom(now)) {
            causes.put(name, new Cause(now));
            if (instead != null) {
                instead.println("component '" + component + "', task " + task + ": failed in " + where);
                error.printStackTrace(instead);
            }
            LOG.warn(
                    "component '{}', task {}: {} in {}; further errors of this cause are counted, and logged once a"
                            + " minute",
                    component,
                    task,
                    error,
                    where,
                    error);
        }
    }

    private void again(Cause cause, String where, Throwable error, long now) {
        cause.since++;
        if (now - cause.loggedAt >= REPEAT_NANOS) {
            LOG.warn(
                    "component '{}', task {}: {} in {}; {} of this cause since it was logged last",
                    component,
                    task,
                    error,
                    where,
                    cause.since);
            cause.loggedAt = now;
            cause.since = 0;
        }
    }

    /** Returns whether another line may be logged in this minute, and bounds the kept causes. */
    private boolean hasRoom(long now) {
        if (causes.size() >= MOST_CAUSES) {
            causes.values().removeIf(each -> now - each.loggedAt >= REPEAT_NANOS);
        }
        return causes.size() < MOST_CAUSES;
    }

    private static String name(String where, Throwable error) {
        String head = where + ' ' + error.getClass().getName() + ' ';
        if (where.equals(REPORTED)) {
            return head + error.getMessage();
        }
        StackTraceElement[] stack = error.getStackTrace();
        return stack.length == 0 ? head : head + stack[0];
    }
}
