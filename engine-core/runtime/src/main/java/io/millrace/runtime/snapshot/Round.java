// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.api.metrics.SnapshotReport.Outcome;
import io.millrace.runtime.snapshot.SnapshotMessage.Waits;
import io.millrace.runtime.snapshot.SnapshotMessage.Written;
import io.millrace.runtime.snapshot.store.WorkerPart;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The snapshot that is under way. Used by the coordinator. */
final class Round {

    /** The thing that the snapshot waits for. */
    enum Stage {
        /** The snapshot waits for the workers' parts. */
        COLLECTING,
        /** The snapshot waits for the manifest. */
        PUBLISHING,
        /** The snapshot waits for the pointer. It cannot be given up any more, as the pointer may name it already. */
        COMMITTING,
        /** The snapshot waits for the sinks. */
        TELLING
    }

    final long id;
    final long generation;
    private final List<SnapshotRequest> requests;
    private final long begunMillis;
    private final long begunNanos;
    private final boolean aligned;
    private final Alarm timeout = new Alarm();
    private final Alarm overtaking = new Alarm();
    private final Map<String, WorkerPart> parts = new TreeMap<>();
    private final Set<String> done = new TreeSet<>();

    /** The reports of what workers wait for. */
    private final Map<String, Waits> waits = new TreeMap<>();

    /** The most that has arrived in each of these workers. */
    private final Map<String, Long> arrived = new TreeMap<>();

    private SnapshotDurations durations = SnapshotDurations.NONE;
    private Stage stage = Stage.COLLECTING;
    private boolean overtakes;
    private boolean holdsTuples;
    private PublishedManifest manifest;
    private long wholeBytes;

    /** The time of the commit, the same however often the pointer is written. */
    private long committedMillis;

    private long writtenNanos;
    private long commitNanos;

    /**
     * @param aligned whether barriers must not overtake
     * @param requests requests for which it is
     */
    Round(
            long id,
            long generation,
            boolean aligned,
            long begunMillis,
            long now,
            long timeoutNanos,
            Collection<SnapshotRequest> requests) {
        this.id = id;
        this.generation = generation;
        this.aligned = aligned;
        this.requests = List.copyOf(requests);
        this.begunMillis = begunMillis;
        this.begunNanos = now;
        timeout.set(now + timeoutNanos);
    }

    /** Returns the requests for which it is; empty if it is a snapshot at the interval. */
    List<SnapshotRequest> requests() {
        return requests;
    }

    Stage stage() {
        return stage;
    }

    boolean is(Stage wanted) {
        return stage == wanted;
    }

    Alarm timeout() {
        return timeout;
    }

    /** Lets barriers overtake after this time, unless the snapshot must be aligned. */
    void overtakeAfter(long nanos) {
        if (!aligned && nanos == 0) {
            overtakes = true;
        } else if (!aligned && nanos != Alarm.NEVER) {
            overtaking.set(begunNanos + nanos);
        }
    }

    Alarm overtaking() {
        return overtaking;
    }

    /** Lets barriers overtake now. */
    void overtake() {
        overtaking.clear();
        overtakes = true;
    }

    boolean isAligned() {
        return aligned;
    }

    SnapshotMessage trigger() {
        return new SnapshotMessage.Trigger(generation, id, aligned, overtakes);
    }

    SnapshotMessage commit() {
        return new SnapshotMessage.Committed(generation, id, holdsTuples);
    }

    long begunNanos() {
        return begunNanos;
    }

    long committedMillis() {
        return committedMillis;
    }

    PublishedManifest manifest() {
        return manifest;
    }

    /** Notes that a worker has written its part. Returns whether it was not known. */
    boolean written(Written message) {
        if (parts.put(message.part().worker(), message.part()) != null) {
            return false;
        }
        durations = durations.longest(message.durations());
        wholeBytes += message.wholeBytes();
        holdsTuples |= message.holdsTuples();
        return true;
    }

    /**
     * Notes what a worker waits for. Returns whether more has arrived in it than ever before since its first report.
     */
    boolean waits(Waits message) {
        waits.put(message.worker(), message);
        Long most = arrived.get(message.worker());
        if (most != null && most >= message.arrived()) {
            return false;
        }
        arrived.put(message.worker(), message.arrived());
        return most != null;
    }

    /** Returns what a worker waits for that has not written. */
    String waitsFor(String worker) {
        Waits told = waits.get(worker);
        return "worker " + worker + ": " + (told == null ? "does not answer" : told.what());
    }

    boolean hasWritten(String worker) {
        return parts.containsKey(worker);
    }

    List<WorkerPart> parts() {
        return new ArrayList<>(parts.values());
    }

    void publishing(long now) {
        stage = Stage.PUBLISHING;
        overtaking.clear();
        writtenNanos = now;
    }

    void committing(PublishedManifest published, long nowMillis) {
        committedMillis = nowMillis;
        stage = Stage.COMMITTING;
        manifest = published;
        timeout.clear();
    }

    void telling(long now) {
        stage = Stage.TELLING;
        commitNanos = now - writtenNanos;
    }

    /** Notes that the sinks of a worker have committed. Returns whether it was not known. */
    boolean done(String worker) {
        return done.add(worker);
    }

    boolean isDone(String worker) {
        return done.contains(worker);
    }

    SnapshotRecord ended(Outcome outcome, String reason, long now) {
        long bytes = parts.values().stream().mapToLong(WorkerPart::bytes).sum();
        return new SnapshotRecord(
                id,
                generation,
                begunMillis,
                now - begunNanos,
                durations,
                commitNanos,
                bytes,
                wholeBytes,
                outcome,
                reason);
    }
}
