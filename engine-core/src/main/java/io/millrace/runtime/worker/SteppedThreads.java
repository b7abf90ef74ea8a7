package io.millrace.runtime.worker;

import io.millrace.runtime.snapshot.agent.Background;
import io.millrace.runtime.snapshot.agent.SnapshotThreads;
import io.millrace.runtime.snapshot.store.SnapshotWriter;
import java.util.ArrayDeque;
import java.util.function.Function;

/** What runs beside a stepped worker's executors. Each step is one access to the store or the pointer. Confined to one thread. */
final class SteppedThreads implements SnapshotThreads {

    private final ArrayDeque<Runnable> work = new ArrayDeque<>();
    private SnapshotWriter writer;
    private boolean writerWoken;

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
        return writerWoken || !work.isEmpty();
    }

    /** Takes a step of the writer or of the other thread. There must be work. */
    void step(boolean preferWriter) {
        if (writerWoken && (preferWriter || work.isEmpty())) {
            writerWoken = writer.doWork() > 0;
        } else {
            work.remove().run();
        }
    }

    /** Nothing is done any more, as if the process had been killed. */
    @Override
    public void close() {
        work.clear();
        writerWoken = false;
    }
}
