// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The processor time of this process's threads by their names, from the making of this on. To be looked at several
 * times a second, as a thread that has ended tells no more. One thread.
 */
public final class ThreadTimes {

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    /** What was seen last of each thread that there is, by id. */
    private final Map<Long, Long> seen = new HashMap<>();

    private final Map<String, Long> nanosOfName = new TreeMap<>();

    public ThreadTimes() {
        look();
        nanosOfName.clear();
    }

    /** Takes the times as they are now. */
    public void look() {
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            long nanos = thread == null ? -1 : threads.getThreadCpuTime(thread.getThreadId());
            if (nanos >= 0) {
                Long before = seen.put(thread.getThreadId(), nanos);
                nanosOfName.merge(thread.getThreadName(), nanos - (before == null ? 0 : before), Long::sum);
            }
        }
    }

    /** The CPU time by the threads' names. */
    public Map<String, Long> nanosOfName() {
        return Map.copyOf(nanosOfName);
    }
}
