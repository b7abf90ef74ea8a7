package io.millrace.runtime.snapshot.agent;

import io.millrace.api.error.TopologyException;
import io.millrace.runtime.snapshot.Coordinator;
import io.millrace.runtime.snapshot.CoordinatorPort;
import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.snapshot.PublishedManifest;
import io.millrace.runtime.snapshot.SnapshotHistory;
import io.millrace.runtime.snapshot.SnapshotMessage;
import io.millrace.runtime.snapshot.SnapshotSettings;
import io.millrace.runtime.snapshot.Term;
import io.millrace.runtime.snapshot.store.WorkerPart;
import io.millrace.runtime.task.TaskFailure;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The coordinator of a topology in its worker. Confined to the thread of its home. */
final class CoordinatorSeat implements CoordinatorPort {

    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorSeat.class);

    private final Home home;
    private final Background background;
    private final PointerStore pointers;
    private final Archive archive;
    private final Coordinator coordinator;
    private final SavepointMaker savepoints;
    private final SnapshotHistory history;
    private final Runnable publishing;

    /** Which changes of the history were published. */
    private long published;

    /** By what a coordinator works. */
    record Rules(Term term, Collection<String> workers, SnapshotSettings settings, LongSupplier wallMillis) {}

    /**
     * Where it keeps what it has done.
     *
     * @param publishing shows the history to other processes; may block
     */
    record Log(SnapshotHistory history, Runnable publishing) {}

    /** @param pointers that of the setup, or one that begins with a savepoint */
    CoordinatorSeat(
            Home home,
            SnapshotThreads threads,
            SnapshotSetup setup,
            PointerStore pointers,
            Archive archive,
            Rules rules,
            Log log) {
        this.history = log.history();
        this.publishing = log.publishing();
        this.home = home;
        this.background = home.endingBy(threads.background());
        this.pointers = pointers;
        this.archive = archive;
        this.coordinator =
                new Coordinator(rules.term(), rules.workers(), rules.settings(), rules.wallMillis(), this, history);
        this.savepoints = new SavepointMaker(
                home, home.endingBy(threads.copies()), setup, archive, rules.term(), coordinator, history);
    }

    SavepointMaker savepoints() {
        return savepoints;
    }

    /** Returns how much there was to do. */
    int doWork(long now) {
        return coordinator.doWork(now) + savepoints.doWork(now);
    }

    Coordinator coordinator() {
        return coordinator;
    }

    /** Shows what has changed of the history. Called each turn. */
    void publishHistory() {
        long changes = history.changes();
        if (changes != published) {
            published = changes;
            background.run(publishing);
        }
    }

    @Override
    public void send(String worker, long epoch, SnapshotMessage message) {
        home.send(worker, message);
    }

    @Override
    public void readPointer() {
        background.run(() -> {
            try {
                PointerStore.Seen seen = pointers.read();
                home.submit(() -> {
                    coordinator.pointerRead(seen.pointer(), seen.version(), home.now());
                    savepoints.pointer(seen.pointer());
                });
            } catch (TopologyException e) {
                home.submit(() -> failTopology(e.getMessage()));
            } catch (IOException | RuntimeException e) {
                home.submit(() -> coordinator.pointerUnknown(reason(e), home.now()));
            }
        });
    }

    @Override
    public void setPointer(long version, Pointer pointer) {
        background.run(() -> {
            try {
                long next = pointers.set(version, pointer);
                home.submit(() -> {
                    coordinator.pointerSet(next, home.now());
                    savepoints.pointer(pointer);
                });
            } catch (PointerStore.ReplacedException e) {
                home.submit(coordinator::pointerRefused);
            } catch (IOException | RuntimeException e) {
                home.submit(() -> coordinator.pointerUnknown(reason(e), home.now()));
            }
        });
    }

    @Override
    public void publishManifest(long generation, long snapshotId, List<WorkerPart> parts) {
        background.run(() -> {
            try {
                PublishedManifest ref = archive.publish(generation, snapshotId, parts);
                home.submit(() -> coordinator.manifestPublished(snapshotId, ref.name(), ref.digest(), home.now()));
            } catch (IOException | RuntimeException e) {
                home.submit(() -> coordinator.manifestFailed(snapshotId, reason(e), home.now()));
            }
        });
    }

    @Override
    public void cleanUp(List<PublishedManifest> kept, long snapshotId) {
        background.run(() -> {
            try {
                archive.cleanUp(kept, snapshotId);
            } catch (IOException | RuntimeException e) {
                LOG.warn("old snapshots are not deleted: {}", reason(e));
            }
        });
    }

    @Override
    public void failTopology(String reason) {
        home.executor().failed(TaskFailure.ofTopology(reason));
    }

    @Override
    public void report(String line) {
        LOG.warn("{}", line);
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }
}
