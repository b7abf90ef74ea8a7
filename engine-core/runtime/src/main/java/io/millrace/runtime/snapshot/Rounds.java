// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.api.metrics.SnapshotReport.Outcome;
import io.millrace.runtime.snapshot.Round.Stage;
import io.millrace.runtime.snapshot.SnapshotMessage.Abort;
import io.millrace.runtime.snapshot.SnapshotMessage.CommitDone;
import io.millrace.runtime.snapshot.SnapshotMessage.Failed;
import io.millrace.runtime.snapshot.SnapshotMessage.Waits;
import io.millrace.runtime.snapshot.SnapshotMessage.Written;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The snapshots of a topology in turn: when each begins, what it waits for, and how it ends. Used by the coordinator.
 */
final class Rounds {

    private final SnapshotSettings settings;
    private final LongSupplier wallMillis;
    private final CoordinatorPort port;
    private final SnapshotHistory history;
    private final Members members;
    private final Failures failures;
    private final Alarm next = new Alarm();
    private final Alarm repeat = new Alarm();

    /** Whether a snapshot is requested that begins at once. */
    private boolean atOnce;

    /** The requests for the next snapshot, or for the snapshot that is under way if it has begun since. */
    private final Set<SnapshotRequest> requests = new LinkedHashSet<>();

    /** Whether the next snapshot must not contain tuples on their way. */
    private boolean alignedRequested;

    /** The id of the next snapshot; 0 until {@link #idsFrom}. */
    private long nextId;

    private Round round;
    private long committedNanos;

    /** The description of a standstill; empty if there is none. */
    private String standstill = "";

    private long standstillToldNanos;

    /** The time of the last progress of the snapshot or the recovery. */
    private long movedNanos;

    Rounds(
            SnapshotSettings settings,
            LongSupplier wallMillis,
            CoordinatorPort port,
            SnapshotHistory history,
            Members members) {
        this.settings = settings;
        this.wallMillis = wallMillis;
        this.port = port;
        this.history = history;
        this.members = members;
        this.failures = new Failures(settings);
    }

    Failures failures() {
        return failures;
    }

    long nextId() {
        return nextId;
    }

    /** A generation begins with the snapshot of this pointer. */
    void entered(Pointer pointer) {
        history.lastIs(pointer);
    }

    void idsFrom(long first) {
        nextId = first;
    }

    /** Returns when the last snapshot was committed, or the topology began to run. */
    long committedNanos() {
        return committedNanos;
    }

    boolean isUnderWay() {
        return round != null;
    }

    /** Returns whether only the pointer is missing. The pointer may name the snapshot already. */
    boolean isCommitting() {
        return round != null && round.is(Stage.COMMITTING);
    }

    boolean isCommittedBy(Pointer pointer) {
        return isCommitting() && pointer.snapshotId() == round.id;
    }

    /** Returns the pointer that commits the present snapshot. */
    Pointer commit(Pointer present) {
        long reserved = Math.max(present.reservedIds(), round.id + Coordinator.ID_BLOCK);
        return present.commit(round.manifest(), settings.keep(), reserved, round.committedMillis(), round.requests());
    }

    long deadline(boolean mayBegin) {
        long at = repeat.before(Alarm.NEVER);
        if (round != null) {
            return round.overtaking().before(round.timeout().before(at));
        }
        return mayBegin ? next.before(at) : at;
    }

    /** Repeats messages that were not answered, and gives a snapshot up that takes too long. */
    int doWork(long now) {
        int work = 0;
        if (round != null && round.timeout().isDue(now)) {
            fail(
                    "not all workers had written after " + settings.times().timeout() / 1_000_000 + " ms, missing: "
                            + String.join(", ", members.without(round::hasWritten)),
                    now);
            work++;
        }
        if (round != null && round.overtaking().isDue(now)) {
            round.overtake();
            repeat();
            work++;
        }
        if (repeat.isDue(now)) {
            repeat();
            repeat.set(now + Coordinator.REPEAT_NANOS);
            work++;
        }
        return work;
    }

    /** All workers stop: no snapshot begins until {@link #run}. */
    void stop() {
        next.clear();
    }

    void run(long now) {
        committedNanos = now;
        schedule(now + settings.times().interval(), now);
    }

    void request(SnapshotRequest request, long now, boolean mayBegin) {
        if (requests.add(request)) {
            request(true, now, mayBegin);
        }
    }

    /** @param aligned whether the snapshot must not contain tuples on their way */
    void request(boolean aligned, long now, boolean mayBegin) {
        atOnce = true;
        alignedRequested |= aligned;
        if (mayBegin) {
            schedule(now, now);
        }
    }

    boolean isDue(long now) {
        return round == null && next.isDue(now);
    }

    void begin(long generation, long now) {
        boolean aligned = alignedRequested;
        alignedRequested = false;
        next.clear();
        atOnce = false;
        round = new Round(
                nextId++,
                generation,
                aligned || !requests.isEmpty(),
                wallMillis.getAsLong(),
                now,
                settings.times().timeout(),
                requests);
        moved(now);
        round.overtakeAfter(settings.times().alignmentTimeout());
        repeat.set(now + Coordinator.REPEAT_NANOS);
        members.sendAll(round.trigger());
    }

    void written(Written message, long now) {
        if (is(message.snapshotId(), Stage.COLLECTING)
                && members.has(message.part().worker())) {
            if (round.written(message)) {
                moved(now);
            }
            if (members.allAre(round::hasWritten)) {
                round.publishing(now);
                port.publishManifest(round.generation, round.id, round.parts());
            }
        }
    }

    void waits(Waits message, long now) {
        if (is(message.snapshotId(), Stage.COLLECTING) && round.waits(message)) {
            moved(now);
        }
    }

    /** The snapshot or the recovery has made progress. */
    void moved(long now) {
        movedNanos = now;
    }

    /**
     * Reports a snapshot or recovery without progress for too long. A slow one that makes progress is no standstill.
     *
     * @param recoveringSince time when a recovery began; {@link Alarm#NEVER} if there is none
     */
    void lookForStandstill(long recoveringSince, long now) {
        String why = "";
        boolean still = now - movedNanos >= settings.times().standstill();
        if (recoveringSince != Alarm.NEVER) {
            if (still && now - recoveringSince >= settings.times().standstill()) {
                why = "a recovery has not ended for " + seconds(now - recoveringSince) + ", it waits for "
                        + String.join(", ", members.notReady());
            }
        } else if (round != null && still) {
            why = "snapshot " + round.id + " has not ended for " + seconds(now - round.begunNanos()) + ": "
                    + whatItWaitsFor();
        }
        if (why.equals(standstill)) {
            return;
        }
        boolean first = standstill.isEmpty();
        standstill = why;
        history.standsStill(why);
        // A coordinator that cannot reach the pointer has logged that already
        boolean logged = isCommitting() || why.isEmpty();
        if (!logged && (first || now - standstillToldNanos >= Coordinator.TELL_AGAIN_NANOS)) {
            standstillToldNanos = now;
            port.report(why);
        }
    }

    private String whatItWaitsFor() {
        return switch (round.stage()) {
            case COLLECTING ->
                members.without(round::hasWritten).stream().map(round::waitsFor).collect(Collectors.joining("; "));
            case PUBLISHING -> "its manifest is being written";
            case COMMITTING -> "its commit waits for ZooKeeper";
            case TELLING -> "sinks in " + String.join(", ", members.without(round::isDone)) + " have not committed it";
        };
    }

    private static String seconds(long nanos) {
        return nanos / 1_000_000_000 + " s";
    }

    void failed(Failed message, long now) {
        if (is(message.snapshotId(), Stage.COLLECTING)) {
            fail("worker " + message.worker() + ": " + message.reason(), now);
        }
    }

    void manifestFailed(long snapshotId, String reason, long now) {
        if (is(snapshotId, Stage.PUBLISHING)) {
            fail("its manifest cannot be written: " + reason, now);
        }
    }

    void manifestPublished(PublishedManifest manifest, long now) {
        if (is(manifest.snapshotId(), Stage.PUBLISHING)) {
            moved(now);
            round.committing(manifest, wallMillis.getAsLong());
        }
    }

    /** The pointer names the present snapshot. */
    void committed(Pointer pointer, boolean recoveryWanted, long now) {
        round.telling(now);
        moved(now);
        committedNanos = now;
        requests.removeAll(round.requests());
        failures.none();
        history.committed(pointer);
        port.cleanUp(pointer.kept(), pointer.snapshotId());
        if (recoveryWanted) {
            end(Outcome.COMMITTED, "", now);
        } else {
            repeat.set(now + Coordinator.REPEAT_NANOS);
            members.sendAll(round.commit());
        }
    }

    void commitDone(CommitDone message, long now) {
        if (is(message.snapshotId(), Stage.TELLING)) {
            if (round.done(message.worker())) {
                moved(now);
            }
            if (members.allAre(round::isDone)) {
                end(Outcome.COMMITTED, "", now);
            }
        }
    }

    /** All workers go back to the last snapshot. */
    void interrupt(String why, long now) {
        if (round != null && round.is(Stage.TELLING)) {
            // Sinks that have not committed yet do so when they recover
            end(Outcome.COMMITTED, "", now);
        } else if (round != null && !round.is(Stage.COMMITTING)) {
            end(Outcome.ABANDONED, why, now);
        }
    }

    /**
     * Barriers may be lost. The snapshot that waits for barriers is given up, and another one begins as soon as it may:
     * its barriers show whether tuples are lost too.
     */
    void beginAnew(String why, long now) {
        boolean aligned = false;
        if (round != null && round.is(Stage.COLLECTING)) {
            aligned = round.isAligned();
            members.sendAll(new Abort(round.generation, round.id, why));
            port.report("snapshot " + round.id + " is begun anew: " + why);
            end(Outcome.ABANDONED, why, now);
        }
        request(aligned, now, round == null);
    }

    /** Fails the snapshot. Transactions that sinks have prepared become visible with the next one. */
    private void fail(String reason, long now) {
        members.sendAll(new Abort(round.generation, round.id, reason));
        failures.add(round.id, reason);
        end(Outcome.FAILED, reason, now);
        if (!failures.endTopology()) {
            port.report(failures.toString());
        }
    }

    private void end(Outcome outcome, String reason, long now) {
        history.add(round.ended(outcome, reason, now));
        long atInterval = round.begunNanos() + settings.times().interval();
        long atPause = now + settings.times().minPause();
        schedule(atInterval - atPause > 0 ? atInterval : atPause, now);
        round = null;
        repeat.clear();
    }

    private void schedule(long at, long now) {
        if (atOnce) {
            next.set(now);
        } else if (settings.enabled()) {
            next.set(at);
        }
    }

    private void repeat() {
        for (Member member : members.all()) {
            if (round.is(Stage.COLLECTING) && !round.hasWritten(member.worker)) {
                members.send(member, round.trigger());
            } else if (round.is(Stage.TELLING) && !round.isDone(member.worker)) {
                members.send(member, round.commit());
            }
        }
    }

    private boolean is(long snapshotId, Stage stage) {
        return round != null && round.id == snapshotId && round.is(stage);
    }
}
