// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import io.millrace.runtime.spill.TroubleLog.Trouble;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Reads and writes the files of all queues of a worker, in turn. A thread runs it, or a test steps it. */
final class SpillAgent {

    private final Disk disk;
    private final TroubleLog log;

    /** The files of all queues; any thread adds to it. */
    private final List<QueueFiles> queues = new CopyOnWriteArrayList<>();

    SpillAgent(Disk disk, TroubleLog log) {
        this.disk = disk;
        this.log = log;
    }

    void add(QueueFiles queue) {
        queues.add(queue);
    }

    /** Removes the files of dead workers. */
    void start() {
        try {
            disk.removeDead();
        } catch (IOException e) {
            log.report(Trouble.REMOVE, "the queues of ended workers cannot be removed: " + e + ": remove them");
        }
    }

    /** Reads and writes at most one block of each queue. Returns 0 if there was nothing to do. */
    int doWork() {
        int work = 0;
        for (QueueFiles queue : queues) {
            if (queue.isClosed()) {
                queues.remove(queue);
                queue.dispose();
            } else {
                work += queue.doWork();
            }
        }
        return work;
    }

    /** Returns for how long {@link #doWork} has nothing to do unless a queue calls; Long.MAX_VALUE for ever. */
    long nanosToRetry() {
        long least = Long.MAX_VALUE;
        for (QueueFiles queue : queues) {
            least = Math.min(least, queue.nanosToRetry());
        }
        return least;
    }

    /** Removes all files. The owners of the queues have ended. */
    void close() {
        queues.forEach(QueueFiles::dispose);
        queues.clear();
        try {
            disk.close();
        } catch (IOException e) {
            log.report(Trouble.REMOVE, "the directory of this worker's queues cannot be removed: " + e + ": remove it");
        }
    }
}
