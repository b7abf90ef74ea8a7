// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.api.config.SnapshotAlignment;
import io.millrace.runtime.snapshot.SnapshotMessage.CommitDone;
import io.millrace.runtime.snapshot.SnapshotMessage.Committed;
import io.millrace.runtime.snapshot.SnapshotMessage.Join;
import io.millrace.runtime.snapshot.SnapshotMessage.Ready;
import io.millrace.runtime.snapshot.SnapshotMessage.Trigger;
import io.millrace.runtime.snapshot.SnapshotMessage.Written;
import io.millrace.runtime.snapshot.store.WorkerPart;
import java.util.ArrayList;
import java.util.List;

/** A coordinator whose outside world is in the hands of a test: its calls, and the pointer. */
public final class RecordingPort implements CoordinatorPort {

    public static final long SECOND = 1_000_000_000L;

    public final List<String> sent = new ArrayList<>();
    public final List<String> reports = new ArrayList<>();
    public final SnapshotHistory history = new SnapshotHistory();
    public final Coordinator coordinator;
    public Pointer pointer;
    long version = 7;
    Pointer asked;
    long publishing;
    List<PublishedManifest> kept;
    String failed;
    public long now = 100;

    public RecordingPort(Pointer pointer, SnapshotSettings settings, String... workers) {
        this.pointer = pointer;
        this.coordinator =
                new Coordinator(new Term(3, 1), List.of(workers), settings, () -> now / 1_000_000, this, history);
    }

    /** Returns settings of a snapshot each second, with barriers that overtake after a while. */
    public static SnapshotSettings overtaking(long afterNanos) {
        return new SnapshotSettings(
                SnapshotAlignment.ALWAYS,
                new SnapshotSettings.Times(SECOND, 10 * SECOND, afterNanos, 0, 3 * SECOND),
                3,
                -1,
                "",
                false);
    }

    public static SnapshotSettings settings(long interval, long minPause, int keep, int tolerated, boolean stop) {
        return new SnapshotSettings(
                SnapshotAlignment.ALWAYS,
                new SnapshotSettings.Times(interval, 10 * SECOND, Alarm.NEVER, minPause, 3 * SECOND),
                keep,
                tolerated,
                "",
                stop);
    }

    /** Takes over and gets all workers to run. */
    public RecordingPort run(String... workers) {
        coordinator.start(now);
        read();
        set();
        for (String worker : workers) {
            coordinator.onMessage(new Join(worker, 1), now);
        }
        ready(workers);
        return this;
    }

    public void ready(String... workers) {
        for (String worker : workers) {
            coordinator.onMessage(new Ready(worker, 1, coordinator.generation()), now);
        }
        sent.clear();
    }

    public void read() {
        coordinator.pointerRead(pointer, version, now);
    }

    /** Lets the compare-and-set succeed. */
    public void set() {
        pointer = asked;
        asked = null;
        version++;
        coordinator.pointerSet(version, now);
    }

    public void pass(long nanos) {
        now += nanos;
        coordinator.doWork(now);
    }

    public void written(long id, String... workers) {
        written(id, false, workers);
    }

    public void written(long id, boolean holdsTuples, String... workers) {
        for (String worker : workers) {
            WorkerPart part = new WorkerPart(worker, worker + "-" + id, 10, "", List.of());
            coordinator.onMessage(
                    new Written(
                            coordinator.generation(),
                            id,
                            part,
                            30,
                            new SnapshotDurations(1, 2, 3, 4, 5, 6),
                            holdsTuples),
                    now);
        }
    }

    public void published(long id) {
        coordinator.manifestPublished(id, "m" + id, "d" + id, now);
    }

    public void done(long id, String... workers) {
        for (String worker : workers) {
            coordinator.onMessage(new CommitDone(coordinator.generation(), id, worker), now);
        }
    }

    /** Runs one whole snapshot. */
    public void snapshot(long id, String... workers) {
        written(id, workers);
        published(id);
        set();
        done(id, workers);
    }

    List<SnapshotRecord> records() {
        return history.list();
    }

    @Override
    public void send(String worker, long epoch, SnapshotMessage message) {
        sent.add(worker + "#" + epoch + " " + message.getClass().getSimpleName() + " " + message.generation()
                + flags(message));
    }

    private static String flags(SnapshotMessage message) {
        if (message instanceof Trigger trigger) {
            return (trigger.aligned() ? " aligned" : "") + (trigger.overtakes() ? " overtakes" : "");
        }
        return message instanceof Committed committed && committed.holdsTuples() ? " holds tuples" : "";
    }

    @Override
    public void readPointer() {
        asked = null;
    }

    @Override
    public void setPointer(long expected, Pointer next) {
        assertSame(expected);
        asked = next;
    }

    private void assertSame(long expected) {
        if (expected > version) {
            throw new AssertionError("version " + expected + " has never been told");
        }
    }

    @Override
    public void publishManifest(long generation, long snapshotId, List<WorkerPart> parts) {
        publishing = snapshotId;
    }

    @Override
    public void cleanUp(List<PublishedManifest> needed, long snapshotId) {
        kept = needed;
    }

    @Override
    public void failTopology(String reason) {
        failed = reason;
    }

    @Override
    public void report(String line) {
        reports.add(line);
    }
}
