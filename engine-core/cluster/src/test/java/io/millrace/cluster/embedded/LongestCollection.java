// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import com.sun.management.GarbageCollectionNotificationInfo;
import io.millrace.api.Counter;
import io.millrace.api.TaskContext;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** Counts the milliseconds of the longest garbage collection of a worker, in the task that asks first. */
final class LongestCollection {

    static final String COUNTER = "longest.collection.millis";

    private static final AtomicBoolean WATCHED = new AtomicBoolean();
    private static final AtomicLong LONGEST = new AtomicLong();

    private final Counter counter;
    private final boolean first;
    private long told;

    LongestCollection(TaskContext context) {
        counter = context.counter(COUNTER);
        first = WATCHED.compareAndSet(false, true);
        if (first) {
            for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
                ((NotificationEmitter) collector).addNotificationListener((note, none) -> note(note), null, null);
            }
        }
    }

    private static void note(Notification notification) {
        GarbageCollectionNotificationInfo info =
                GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
        LONGEST.accumulateAndGet(info.getGcInfo().getDuration(), Math::max);
    }

    /** Updates the count. Called by the task's thread now and then. */
    void tell() {
        long longest = LONGEST.get();
        if (first && longest > told) {
            counter.add(longest - told);
            told = longest;
        }
    }
}
