// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import io.millrace.api.config.SecretSettings;
import io.millrace.api.metrics.SnapshotReport.Outcome;
import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.snapshot.Coordinator;
import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.snapshot.SnapshotHistory;
import io.millrace.runtime.snapshot.SnapshotRecord;
import io.millrace.runtime.snapshot.Term;
import io.millrace.runtime.snapshot.savepoint.SavepointOrder;
import io.millrace.runtime.snapshot.savepoint.SavepointResult;
import io.millrace.runtime.snapshot.store.ManifestRef;
import io.millrace.runtime.snapshot.store.Savepoint;
import io.millrace.runtime.snapshot.store.SavepointPlace;
import io.millrace.runtime.snapshot.store.WorkerPart;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Makes a savepoint for a user beside the coordinator: waits for a snapshot that was begun after the order, copies it
 * in a background of its own while nothing is deleted, and answers when the sinks have committed it. It makes one
 * savepoint at a time. Confined to the thread of the coordinator's host.
 */
final class SavepointMaker {

    private enum Phase {
        IDLE,
        /** The coordinator does not run yet. */
        WAITING,
        TAKING,
        COPYING,
        /** The savepoint is whole, and sinks have not yet committed its snapshot. */
        COMMITTING,
        ANSWERED
    }

    private final AgentHost host;
    private final Background copies;
    private final SnapshotStore store;
    private final Archive archive;
    private final Term term;
    private final Coordinator coordinator;
    private final SnapshotHistory history;
    private final ClassLoader connectors;

    private Phase phase = Phase.IDLE;
    private SavepointOrder order;
    private Consumer<SavepointResult> answers;
    private SavepointResult result;
    /** The id of the first snapshot that was begun after the order. */
    private long first;
    /** The number of changes of the history when it was read last. */
    private long seen;

    SavepointMaker(
            AgentHost host,
            Background copies,
            CoordinatorStores stores,
            Term term,
            Coordinator coordinator,
            SnapshotHistory history) {
        this.connectors = stores.connectors();
        this.host = host;
        this.copies = copies;
        this.store = stores.snapshots();
        this.archive = stores.archive();
        this.term = term;
        this.coordinator = coordinator;
        this.history = history;
    }

    /** Takes an order. May be called again with the same order, whose answer is sent again if there was one. */
    void order(SavepointOrder next, Consumer<SavepointResult> to) {
        if (order != null && order.request().equals(next.request())) {
            answers = to;
            if (phase == Phase.ANSWERED) {
                to.accept(result);
            }
            return;
        }
        if (phase == Phase.COPYING) {
            // The savepoint before is still being copied; the caller repeats its order
            return;
        }
        order = next;
        answers = to;
        phase = Phase.WAITING;
    }

    /** Returns how much there was to do. */
    int doWork(long now) {
        if (phase == Phase.WAITING && coordinator.phase() == Coordinator.Phase.RUNNING) {
            first = coordinator.nextSnapshotId();
            seen = history.changes();
            phase = Phase.TAKING;
            coordinator.snapshotNow(true, now);
            return 1;
        }
        if ((phase == Phase.TAKING || phase == Phase.COMMITTING) && history.changes() != seen) {
            seen = history.changes();
            history.list().stream().filter(each -> each.snapshotId() >= first).forEach(each -> ended(each, now));
            return 1;
        }
        return 0;
    }

    private void ended(SnapshotRecord snapshot, long now) {
        if (phase == Phase.TAKING && snapshot.outcome() == Outcome.FAILED) {
            answer(failed(order, "snapshot " + snapshot.snapshotId() + " was not committed: " + snapshot.reason()));
        } else if (phase == Phase.TAKING && snapshot.outcome() == Outcome.ABANDONED) {
            // A snapshot is requested once for each that was given up, whatever else changes in the history
            first = snapshot.snapshotId() + 1;
            coordinator.snapshotNow(true, now);
        } else if (phase == Phase.COMMITTING
                && snapshot.outcome() == Outcome.COMMITTED
                && snapshot.snapshotId() >= result.snapshotId()) {
            answer(result);
        }
    }

    /** The pointer has this value now. */
    void pointer(Pointer pointer) {
        if (phase != Phase.TAKING
                || pointer.snapshotId() < first
                || !pointer.term().equals(term)) {
            return;
        }
        phase = Phase.COPYING;
        archive.hold(true);
        SavepointOrder copied = order;
        copies.run(() -> {
            SavepointResult made = copy(copied, pointer);
            host.submit(() -> copied(made));
        });
    }

    private SavepointResult copy(SavepointOrder wanted, Pointer pointer) {
        try (SavepointPlace place = SavepointPlace.toWrite(wanted.location(), wanted.settings(), connectors)) {
            Savepoint savepoint = place.write(
                    store,
                    new ManifestRef(pointer.manifest(), pointer.digest()),
                    term.assignment() + "-" + term.epoch(),
                    wanted.request());
            long bytes = savepoint.snapshot().parts().stream()
                    .mapToLong(WorkerPart::bytes)
                    .sum();
            return new SavepointResult(wanted.request(), savepoint.snapshot().snapshotId(), bytes, "");
        } catch (IOException | RuntimeException e) {
            return failed(wanted, e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private static SavepointResult failed(SavepointOrder wanted, String reason) {
        return new SavepointResult(wanted.request(), 0, 0, SecretSettings.shownText(reason));
    }

    private void copied(SavepointResult made) {
        archive.hold(false);
        if (made.failure().isEmpty()) {
            result = made;
            phase = Phase.COMMITTING;
            // The sinks may have committed before the copy was complete
            seen = -1;
        } else {
            answer(made);
        }
    }

    private void answer(SavepointResult end) {
        phase = Phase.ANSWERED;
        result = end;
        answers.accept(end);
    }
}
