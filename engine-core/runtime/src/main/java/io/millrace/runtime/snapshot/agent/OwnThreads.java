// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.runtime.snapshot.store.SnapshotWriter;
import io.millrace.runtime.snapshot.store.SnapshotWriterThread;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of a worker for snapshots: one writes its parts of snapshots, one runs all other blocking actions, and
 * one, which exists while a savepoint is made, copies.
 */
public final class OwnThreads implements SnapshotThreads {

    private static final Logger LOG = LoggerFactory.getLogger(OwnThreads.class);
    private static final long END_SECONDS = 10;

    private final String worker;
    private final ExecutorService others;
    private final ThreadPoolExecutor copies;
    private SnapshotWriterThread writer;

    public OwnThreads(String worker) {
        this.worker = worker;
        this.others = Executors.newSingleThreadExecutor(daemon("snapshots"));
        this.copies =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemon("savepoint"));
        copies.allowCoreThreadTimeOut(true);
    }

    private ThreadFactory daemon(String name) {
        return work -> {
            Thread thread = new Thread(work, "millrace-" + worker + "-" + name);
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public Background background() {
        return in(others);
    }

    @Override
    public Background copies() {
        return in(copies);
    }

    private Background in(ExecutorService threads) {
        return work -> {
            try {
                threads.execute(work);
            } catch (RejectedExecutionException e) {
                LOG.debug("worker {} ends, and needs no more of its snapshots", worker);
            }
        };
    }

    @Override
    public SnapshotWriter startWriter(Function<Runnable, SnapshotWriter> maker) {
        writer = new SnapshotWriterThread("millrace-" + worker + "-snapshot-writer", maker);
        return writer.writer();
    }

    @Override
    public void close() {
        others.shutdownNow();
        copies.shutdownNow();
        if (writer != null) {
            writer.close();
        }
        try {
            if (!others.awaitTermination(END_SECONDS, TimeUnit.SECONDS)
                    || !copies.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("the store of snapshots does not answer, so that a thread of worker {} is left", worker);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
