package io.millrace.runtime.snapshot.agent;

import io.millrace.runtime.snapshot.store.SnapshotWriter;
import io.millrace.runtime.snapshot.store.SnapshotWriterThread;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two threads of a worker: one writes its parts of snapshots, the other one does all else that blocks. */
public final class OwnThreads implements SnapshotThreads {

    private static final Logger LOG = LoggerFactory.getLogger(OwnThreads.class);
    private static final long END_SECONDS = 10;

    private final String worker;
    private final ExecutorService others;
    private SnapshotWriterThread writer;

    public OwnThreads(String worker) {
        this.worker = worker;
        this.others = Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, "millrace-" + worker + "-snapshots");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public Background background() {
        return work -> {
            try {
                others.execute(work);
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
        if (writer != null) {
            writer.close();
        }
        try {
            if (!others.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("the store of snapshots does not answer, so that a thread of worker {} is left", worker);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
