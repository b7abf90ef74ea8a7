// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.error.Foreign;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Objects that tasks of one worker share while one of them is open. The threads of all executors use it. */
final class TaskShares {

    private static final Logger LOG = LoggerFactory.getLogger(TaskShares.class);

    /** The objects by key. Guarded by this. */
    private final Map<Object, Share> shares = new HashMap<>();

    private record Share(AutoCloseable object, Set<Integer> tasks) {}

    /** Returns the object of a key until the task is released, and makes it if no task has it. */
    @SuppressWarnings("unchecked")
    synchronized <T extends AutoCloseable> T get(int task, Object key, Supplier<T> maker) {
        Share share = shares.get(key);
        if (share == null) {
            share = new Share(maker.get(), new HashSet<>());
            shares.put(key, share);
        }
        share.tasks.add(task);
        return (T) share.object;
    }

    /** Closes the objects that no other task has. */
    synchronized void release(int task) {
        for (Iterator<Share> all = shares.values().iterator(); all.hasNext(); ) {
            Share share = all.next();
            if (share.tasks.remove(task) && share.tasks.isEmpty()) {
                all.remove();
                close(share.object);
            }
        }
    }

    private static void close(AutoCloseable object) {
        try {
            object.close();
        } catch (Throwable e) {
            Foreign.throwIfFatal(e);
            LOG.warn(
                    "what tasks shared does not close properly: a {}",
                    object.getClass().getName(),
                    Foreign.readable(e));
        }
    }
}
