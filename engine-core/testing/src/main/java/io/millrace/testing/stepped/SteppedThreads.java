// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.stepped;

import io.millrace.runtime.snapshot.agent.Background;
import io.millrace.runtime.snapshot.agent.SnapshotThreads;
import io.millrace.runtime.snapshot.store.SnapshotWriter;
import io.millrace.runtime.spill.SpillSpace;
import java.util.ArrayDeque;
import java.util.function.Function;

/**
 * The stepped form of the threads beside a worker's executors. Each step is one access to the store or the pointer, or
 * a block of each queue's file. Confined to one thread.
 */
public final class SteppedThreads implements SnapshotThreads {

    private final ArrayDeque<Runnable> work = new ArrayDeque<>();
    private SnapshotWriter writer;
    private boolean writerWoken;

    /** The files of queues; null if no tuples wait in files. */
    private SpillSpace queues;

    /** Sets files of queues that are stepped too. */
    void run(SpillSpace space) {
        queues = space;
    }

    @Override
    public Background background() {
        return work::add;
    }

    @Override
    public Background copies() {
        return work::add;
    }

    @Override
    public SnapshotWriter startWriter(Function<Runnable, SnapshotWriter> maker) {
        writer = maker.apply(() -> writerWoken = true);
        return writer;
    }

    boolean hasWork() {
        return hasSnapshotWork() || nanosToQueues() == 0;
    }

    private boolean hasSnapshotWork() {
        return writerWoken || !work.isEmpty();
    }

    /**
     * Returns the time until the files of queues have work unless a queue is used; {@link Long#MAX_VALUE} for never.
     */
    long nanosToQueues() {
        return queues == null ? Long.MAX_VALUE : queues.nanosToStep();
    }

    /** Takes a step of the writer or of another thread. There must be work. */
    void step(boolean preferWriter) {
        if (!hasSnapshotWork()) {
            // A topology with such queues takes no snapshots
            queues.step();
        } else if (writerWoken && (preferWriter || work.isEmpty())) {
            writerWoken = writer.doWork() > 0;
        } else {
            work.remove().run();
        }
    }

    /** Ends all work, as if the process had been killed. */
    @Override
    public void close() {
        work.clear();
        writerWoken = false;
        queues = null;
    }
}
