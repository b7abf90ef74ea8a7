package io.millrace.runtime.snapshot;

import io.millrace.runtime.snapshot.Round.Stage;
import io.millrace.runtime.snapshot.SnapshotMessage.Abort;
import io.millrace.runtime.snapshot.SnapshotMessage.CommitDone;
import io.millrace.runtime.snapshot.SnapshotMessage.Committed;
import io.millrace.runtime.snapshot.SnapshotMessage.Failed;
import io.millrace.runtime.snapshot.SnapshotMessage.GoBack;
import io.millrace.runtime.snapshot.SnapshotMessage.Join;
import io.millrace.runtime.snapshot.SnapshotMessage.Ready;
import io.millrace.runtime.snapshot.SnapshotMessage.Reset;
import io.millrace.runtime.snapshot.SnapshotMessage.Start;
import io.millrace.runtime.snapshot.SnapshotMessage.Trigger;
import io.millrace.runtime.snapshot.SnapshotMessage.Unreadable;
import io.millrace.runtime.snapshot.SnapshotMessage.Written;
import io.millrace.runtime.snapshot.SnapshotRecord.Outcome;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Begins and commits the snapshots of a topology, and takes all workers back to the last one when a worker is lost or comes. A state machine
 * without threads and I/O: an executor of its worker calls it turn by turn, and tells it what comes in. All times are in nanoseconds of one
 * monotonic clock.
 *
 * <p>A new one takes over by the first write of the pointer, which begins a generation. If another one has taken over, it finds its term in the
 * pointer no more, and stops for good.
 */
public final class Coordinator {

    /** A message that was not answered is sent again after this time. */
    static final long REPEAT_NANOS = 500_000_000L;

    /** So many ids are reserved by one write of the pointer. */
    static final long ID_BLOCK = 1_000;

    /** What it does. */
    public enum Phase {
        /** It takes over. */
        OPENING,
        /** Workers go back to the snapshot of the generation. */
        RESETTING,
        RUNNING,
        /** Another coordinator has taken over. */
        STOPPED,
        /** The topology ends. */
        FAILED
    }

    private final Term term;
    private final SnapshotSettings settings;
    private final LongSupplier wallMillis;
    private final CoordinatorPort port;
    private final SnapshotHistory history;
    private final PointerKeeper pointer;
    private final Map<String, Member> members = new TreeMap<>();
    private final Alarm next = new Alarm();
    private final Alarm repeat = new Alarm();
    private Phase phase = Phase.OPENING;

    /** The present one; 0 until the pointer is this coordinator's. */
    private long generation;

    private long nextId;
    private boolean recoveryWanted = true;

    /** Whether a snapshot is wanted that begins at once. */
    private boolean requested;

    /** The manifest of the generation, if a worker has found that it cannot be read; else null. */
    private String unreadable;

    private Round round;
    private int failuresInRow;
    private String lastFailure = "";
    private long committedNanos;

    /**
     * Makes a coordinator, which does nothing until {@link #start}.
     *
     * @param term greater than those of all coordinators of the topology before, and never used again
     * @param workers all that have tasks
     * @param wallMillis the time since 1970, for the history
     */
    public Coordinator(
            Term term,
            Collection<String> workers,
            SnapshotSettings settings,
            LongSupplier wallMillis,
            CoordinatorPort port,
            SnapshotHistory history) {
        this.term = term;
        this.settings = settings;
        this.wallMillis = wallMillis;
        this.port = port;
        this.history = history;
        this.pointer = new PointerKeeper(port);
        workers.forEach(worker -> members.put(worker, new Member(worker)));
    }

    /** Takes over. Called once. */
    public void start(long now) {
        committedNanos = now;
        pointer.read();
    }

    public Phase phase() {
        return phase;
    }

    public long generation() {
        return generation;
    }

    /** Whether more snapshots have failed in a row than are tolerated. */
    public boolean isFailing() {
        return settings.toleratedFailures() >= 0 && failuresInRow > settings.toleratedFailures();
    }

    /** Returns why the last snapshot has failed; empty if it has not. */
    public String lastFailure() {
        return lastFailure;
    }

    /** Returns why the pointer cannot be reached, so that commits wait; empty if it can. */
    public String pointerUnknownWhy() {
        return pointer.unknownWhy();
    }

    /** Returns how long ago the last snapshot was committed, or the coordinator started. */
    public long commitAgeNanos(long now) {
        return now - committedNanos;
    }

    /** Returns when {@link #doWork} has to be called even if nothing comes in; {@link Long#MAX_VALUE} for never. */
    public long deadline() {
        if (isOver()) {
            return Alarm.NEVER;
        }
        long at = repeat.before(pointer.deadline());
        if (round != null) {
            at = round.timeout().before(at);
        } else if (canBegin()) {
            at = next.before(at);
        }
        return at;
    }

    /** Does what is due. Returns how much that was. */
    public int doWork(long now) {
        if (isOver()) {
            return 0;
        }
        int work = pointer.doWork(now);
        if (round != null && round.timeout().isDue(now)) {
            snapshotFailed(
                    "not all workers had written after " + settings.timeoutNanos() / 1_000_000 + " ms, missing: "
                            + missing(),
                    now);
            work++;
        }
        if (repeat.isDue(now)) {
            repeat(now);
            work++;
        }
        if (canBegin() && next.isDue(now)) {
            work++;
        }
        advance(now);
        return work;
    }

    /** Begins a further snapshot as soon as no other one is under way, without waiting for the interval. */
    public void snapshotNow(long now) {
        requested = true;
        if (canBegin()) {
            schedule(now, now);
        }
        advance(now);
    }

    /** The tasks of the topology run in these workers from now on. If they are others than before, all go back to the last snapshot. */
    public void workers(Collection<String> workers, long now) {
        boolean removed = members.keySet().retainAll(workers);
        boolean added = false;
        for (String worker : workers) {
            added |= members.putIfAbsent(worker, new Member(worker)) == null;
        }
        if (removed || added) {
            recover("its workers are " + members.keySet() + " now", now);
        }
    }

    /** A worker is gone, or cannot be reached. */
    public void lost(String worker, long epoch, long now) {
        Member member = members.get(worker);
        if (member != null && member.joined && member.epoch == epoch) {
            member.joined = false;
            member.ready = false;
            if (member.bound != Member.NONE) {
                recover("worker " + worker + " was lost", now);
            }
        }
    }

    /** A message has come from an agent. */
    public void onMessage(SnapshotMessage message, long now) {
        if (isOver()) {
            return;
        }
        if (message instanceof Join join) {
            joined(join, now);
        } else if (message.generation() != generation || recoveryWanted) {
            // An older generation's. While a recovery begins, what the present one does has no effect either.
            return;
        } else if (message instanceof Ready ready) {
            ready(ready);
        } else if (message instanceof Unreadable damaged) {
            unreadable(damaged, now);
        } else if (message instanceof Written written) {
            written(written, now);
        } else if (message instanceof Failed failed) {
            if (isUnderWay(failed.snapshotId(), Stage.COLLECTING)) {
                snapshotFailed("worker " + failed.worker() + ": " + failed.reason(), now);
            }
        } else if (message instanceof GoBack back) {
            recover("worker " + back.worker() + ": " + back.reason(), now);
        } else if (message instanceof CommitDone commitDone) {
            if (isUnderWay(commitDone.snapshotId(), Stage.TELLING)) {
                round.done(commitDone.worker());
            }
        }
        advance(now);
    }

    /**
     * The pointer was read.
     *
     * @param value {@link Pointer#NONE} if there is none
     */
    public void pointerRead(Pointer value, long version, long now) {
        pointer.onRead(value, version);
        advance(now);
    }

    /** The pointer was replaced, and has this version now. */
    public void pointerSet(long version, long now) {
        pointer.onSet(version);
        advance(now);
    }

    /** The pointer has another version than expected, and was not replaced. */
    public void pointerRefused() {
        pointer.onRefused();
    }

    /** The pointer could not be read, or may have been replaced, or will be. */
    public void pointerUnknown(String reason, long now) {
        if (pointer.unknownWhy().isEmpty()) {
            port.report("the pointer to the last snapshot cannot be reached: " + reason
                    + "; commits wait, the last one was " + commitAgeNanos(now) / 1_000_000 + " ms ago");
        }
        pointer.onUnknown(reason, now);
    }

    /** The manifest is durable. */
    public void manifestPublished(long snapshotId, String name, String digest, long now) {
        if (isUnderWay(snapshotId, Stage.PUBLISHING)) {
            round.committing(new ManifestRef(snapshotId, name, digest));
        }
        advance(now);
    }

    /** The manifest could not be written. */
    public void manifestFailed(long snapshotId, String reason, long now) {
        if (isUnderWay(snapshotId, Stage.PUBLISHING)) {
            snapshotFailed("its manifest cannot be written: " + reason, now);
        }
        advance(now);
    }

    private void joined(Join join, long now) {
        Member member = members.get(join.worker());
        if (member == null || join.epoch() < member.epoch) {
            return;
        }
        member.joined = true;
        if (join.epoch() > member.epoch) {
            member.epoch = join.epoch();
            member.ready = false;
            if (member.bound != Member.NONE) {
                recover("worker " + member.worker + " was started again", now);
            }
        }
        if (phase == Phase.RESETTING && !recoveryWanted && !member.ready) {
            reset(member);
        }
    }

    private void ready(Ready message) {
        Member member = members.get(message.worker());
        if (member == null || !member.joined || member.bound != message.epoch()) {
            return;
        }
        if (phase == Phase.RESETTING) {
            member.ready = true;
        } else {
            // It asks because the start was lost.
            send(member, new Start(generation));
        }
    }

    private void unreadable(Unreadable message, long now) {
        if (phase == Phase.RESETTING
                && message.manifest().equals(pointer.value().manifest())) {
            unreadable = message.manifest();
            recover("snapshot " + pointer.value().snapshotId() + " cannot be read: " + message.reason(), now);
        }
    }

    private void written(Written message, long now) {
        if (isUnderWay(message.snapshotId(), Stage.COLLECTING)
                && members.containsKey(message.part().worker())) {
            round.written(message);
            if (members.keySet().stream().allMatch(round::hasWritten)) {
                round.publishing(now);
                port.publishManifest(generation, round.id, round.parts());
            }
        }
    }

    /** All go back to the last snapshot, as soon as the pointer can be set. */
    private void recover(String why, long now) {
        if (isOver()) {
            return;
        }
        if (generation != 0 && !recoveryWanted) {
            port.report("all workers go back to the last snapshot: " + why);
        }
        recoveryWanted = true;
        if (round != null && round.is(Stage.TELLING)) {
            // Sinks that have not committed yet do so when they recover.
            end(Outcome.COMMITTED, "", now);
        } else if (round != null && !round.is(Stage.COMMITTING)) {
            end(Outcome.ABANDONED, why, now);
        }
        advance(now);
    }

    /** Does the next step that needs no further event. */
    private void advance(long now) {
        if (isOver() || !pointer.isKnown()) {
            return;
        }
        Pointer present = pointer.value();
        boolean mine = present.term().equals(term);
        if (generation != 0 && !mine || present.term().compareTo(term) > 0) {
            phase = Phase.STOPPED;
            round = null;
            port.report("the coordinator of " + term + " stops, as that of " + present.term() + " has taken over");
            return;
        }
        if (mine && present.generation() > generation) {
            enter(present, now);
        }
        if (round != null && round.is(Stage.COMMITTING) && present.snapshotId() == round.id) {
            committed(present, now);
        }
        if (round != null && round.is(Stage.COMMITTING)) {
            pointer.set(present.commit(
                    round.manifest(), settings.keep(), Math.max(present.reservedIds(), round.id + ID_BLOCK)));
        } else if (recoveryWanted) {
            beginGeneration(present);
        } else if (phase == Phase.RESETTING) {
            startWhenReady(now);
        } else {
            if (round != null && round.is(Stage.TELLING) && members.keySet().stream().allMatch(round::isDone)) {
                end(Outcome.COMMITTED, "", now);
            }
            if (round == null && next.isDue(now)) {
                begin(present, now);
            }
        }
    }

    private void beginGeneration(Pointer present) {
        long reserved = generation == 0 ? present.reservedIds() + ID_BLOCK : present.reservedIds();
        if (unreadable == null || !unreadable.equals(present.manifest())) {
            pointer.set(present.next(term, reserved));
        } else if (!present.earlier().isEmpty()) {
            Pointer back = present.back(term, reserved);
            port.report("snapshot " + present.snapshotId() + " cannot be read, so that " + back.snapshotId()
                    + " is taken; sinks may repeat what they have made visible since then");
            pointer.set(back);
        } else {
            fail("no snapshot can be read, the last one is " + present.manifest()
                    + ": repair topology.state.dir, or start the topology under another name to begin empty");
        }
    }

    private void enter(Pointer present, long now) {
        if (generation == 0) {
            nextId = present.reservedIds() - ID_BLOCK + 1;
        }
        generation = present.generation();
        phase = Phase.RESETTING;
        recoveryWanted = false;
        unreadable = null;
        next.clear();
        for (Member member : members.values()) {
            member.newGeneration();
            if (member.joined) {
                reset(member);
            }
        }
        repeat.set(now + REPEAT_NANOS);
    }

    private void reset(Member member) {
        Pointer from = pointer.value();
        member.bound = member.epoch;
        send(member, new Reset(generation, member.epoch, term, from.snapshotId(), from.manifest(), from.digest()));
    }

    private void startWhenReady(long now) {
        if (members.values().stream().allMatch(member -> member.ready)) {
            phase = Phase.RUNNING;
            repeat.clear();
            committedNanos = now;
            sendAll(new Start(generation));
            schedule(now + settings.intervalNanos(), now);
        }
    }

    private void begin(Pointer present, long now) {
        if (nextId > present.reservedIds()) {
            pointer.set(present.reserve(nextId + ID_BLOCK));
            return;
        }
        next.clear();
        requested = false;
        round = new Round(nextId++, generation, wallMillis.getAsLong(), now, settings.timeoutNanos());
        repeat.set(now + REPEAT_NANOS);
        sendAll(new Trigger(generation, round.id));
    }

    private void committed(Pointer present, long now) {
        round.telling(now);
        committedNanos = now;
        failuresInRow = 0;
        lastFailure = "";
        port.cleanUp(present.kept(), present.snapshotId());
        if (recoveryWanted) {
            end(Outcome.COMMITTED, "", now);
        } else {
            repeat.set(now + REPEAT_NANOS);
            sendAll(new Committed(generation, round.id));
        }
    }

    /** The snapshot under way is given up. What its sinks have prepared becomes visible with the next one. */
    private void snapshotFailed(String reason, long now) {
        sendAll(new Abort(generation, round.id, reason));
        failuresInRow++;
        lastFailure = "snapshot " + round.id + " has failed: " + reason;
        end(Outcome.FAILED, reason, now);
        if (!isFailing()) {
            port.report(lastFailure);
        } else if (settings.stopOnFailure()) {
            fail(failuresInRow + " snapshots have failed in a row, more than topology.snapshot.tolerated.failures; "
                    + lastFailure);
        } else {
            port.report(failuresInRow + " snapshots have failed in a row; " + lastFailure);
        }
    }

    private void end(Outcome outcome, String reason, long now) {
        history.add(round.ended(outcome, reason, now));
        long atInterval = round.begunNanos() + settings.intervalNanos();
        long atPause = now + settings.minPauseNanos();
        schedule(atInterval - atPause > 0 ? atInterval : atPause, now);
        round = null;
        repeat.clear();
    }

    private void schedule(long at, long now) {
        if (requested) {
            next.set(now);
        } else if (settings.enabled()) {
            next.set(at);
        }
    }

    private void fail(String reason) {
        phase = Phase.FAILED;
        round = null;
        port.failTopology(reason);
    }

    /** Sends again what was not answered, as it may be lost. */
    private void repeat(long now) {
        repeat.clear();
        boolean unanswered = false;
        for (Member member : members.values()) {
            if (!recoveryWanted && phase == Phase.RESETTING && member.joined && !member.ready) {
                reset(member);
                unanswered = true;
            } else if (round != null && round.is(Stage.COLLECTING) && !round.hasWritten(member.worker)) {
                send(member, new Trigger(generation, round.id));
                unanswered = true;
            } else if (round != null && round.is(Stage.TELLING) && !round.isDone(member.worker)) {
                send(member, new Committed(generation, round.id));
                unanswered = true;
            }
        }
        if (unanswered) {
            repeat.set(now + REPEAT_NANOS);
        }
    }

    private void sendAll(SnapshotMessage message) {
        members.values().forEach(member -> send(member, message));
    }

    private void send(Member member, SnapshotMessage message) {
        port.send(member.worker, member.epoch, message);
    }

    private String missing() {
        return String.join(
                ", ",
                members.keySet().stream()
                        .filter(worker -> !round.hasWritten(worker))
                        .toList());
    }

    private boolean canBegin() {
        return phase == Phase.RUNNING && round == null && !recoveryWanted && pointer.isKnown();
    }

    private boolean isUnderWay(long snapshotId, Stage stage) {
        return round != null && round.id == snapshotId && round.is(stage);
    }

    private boolean isOver() {
        return phase == Phase.STOPPED || phase == Phase.FAILED;
    }
}
