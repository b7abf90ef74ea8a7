// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.api.error.TopologyException;
import io.millrace.runtime.snapshot.Coordinator;
import io.millrace.runtime.snapshot.CoordinatorPort;
import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.snapshot.PublishedManifest;
import io.millrace.runtime.snapshot.SnapshotMessage;
import io.millrace.runtime.snapshot.Term;
import io.millrace.runtime.snapshot.store.WorkerPart;
import io.millrace.runtime.task.TaskFailure;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The coordinator of a topology in its worker. Confined to the thread of its host. */
final class CoordinatorSeat implements CoordinatorPort {

    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorSeat.class);

    private final AgentHost host;
    private final Background background;
    private final PointerStore pointers;
    private final Archive archive;
    private final Coordinator coordinator;
    private final SavepointMaker savepoints;
    private final PublishedHistory history;

    /** @param maker maker of the coordinator of this term, which works by this port */
    CoordinatorSeat(
            AgentHost host,
            SnapshotThreads threads,
            CoordinatorStores stores,
            Term term,
            Function<CoordinatorPort, Coordinator> maker,
            PublishedHistory history) {
        this.history = history;
        this.host = host;
        this.background = host.endingBy(threads.background());
        this.pointers = stores.pointers();
        this.archive = stores.archive();
        this.coordinator = maker.apply(this);
        this.savepoints =
                new SavepointMaker(host, host.endingBy(threads.copies()), stores, term, coordinator, history.history());
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

    /** Publishes changes of the history. Called each turn. */
    void publishHistory() {
        history.publish(background);
    }

    @Override
    public void send(String worker, long epoch, SnapshotMessage message) {
        host.send(worker, message);
    }

    @Override
    public void readPointer() {
        background.run(() -> {
            try {
                PointerStore.Seen seen = pointers.read();
                host.submit(() -> {
                    coordinator.pointerRead(seen.pointer(), seen.version(), host.now());
                    savepoints.pointer(seen.pointer());
                });
            } catch (TopologyException e) {
                host.submit(() -> failTopology(e.getMessage()));
            } catch (IOException | RuntimeException e) {
                host.submit(() -> coordinator.pointerUnknown(reason(e), host.now()));
            }
        });
    }

    @Override
    public void setPointer(long version, Pointer pointer) {
        background.run(() -> {
            try {
                long next = pointers.set(version, pointer);
                host.submit(() -> {
                    coordinator.pointerSet(next, host.now());
                    savepoints.pointer(pointer);
                });
            } catch (PointerStore.ReplacedException e) {
                host.submit(coordinator::pointerRefused);
            } catch (IOException | RuntimeException e) {
                host.submit(() -> coordinator.pointerUnknown(reason(e), host.now()));
            }
        });
    }

    @Override
    public void publishManifest(long generation, long snapshotId, List<WorkerPart> parts) {
        background.run(() -> {
            try {
                PublishedManifest ref = archive.publish(generation, snapshotId, parts);
                host.submit(() -> coordinator.manifestPublished(snapshotId, ref.name(), ref.digest(), host.now()));
            } catch (IOException | RuntimeException e) {
                host.submit(() -> coordinator.manifestFailed(snapshotId, reason(e), host.now()));
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
        host.executor().failed(TaskFailure.ofTopology(reason));
    }

    @Override
    public void report(String line) {
        LOG.warn("{}", line);
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }
}
