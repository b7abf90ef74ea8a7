// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.runtime.snapshot.SnapshotMessage.Broken;
import io.millrace.runtime.snapshot.SnapshotMessage.CommitDone;
import io.millrace.runtime.snapshot.SnapshotMessage.Failed;
import io.millrace.runtime.snapshot.SnapshotMessage.GoBack;
import io.millrace.runtime.snapshot.SnapshotMessage.Join;
import io.millrace.runtime.snapshot.SnapshotMessage.Ready;
import io.millrace.runtime.snapshot.SnapshotMessage.Reset;
import io.millrace.runtime.snapshot.SnapshotMessage.Start;
import io.millrace.runtime.snapshot.SnapshotMessage.Unreadable;
import io.millrace.runtime.snapshot.SnapshotMessage.Waits;
import io.millrace.runtime.snapshot.SnapshotMessage.Written;
import java.util.Collection;
import java.util.function.LongSupplier;

/**
 * Begins and commits the snapshots of a topology, and takes all workers back to the last one when a worker is lost or
 * comes. A state machine without threads and I/O: an executor of its worker calls it turn by turn, and passes on
 * incoming messages. All times are in nanoseconds of one monotonic clock.
 *
 * <p>A new coordinator takes over by the first write of the pointer, which begins a generation. A coordinator that
 * another one has replaced does not find its term in the pointer any more, and stops for good.
 */
public final class Coordinator {

    /** The time after which a message that was not answered is sent again. */
    static final long REPEAT_NANOS = 500_000_000L;

    /** The time within which a missing connection to ZooKeeper is not reported, as a new worker has none at first. */
    static final long CONNECTING_NANOS = 5_000_000_000L;

    /** The interval in which it is reported that the pointer cannot be reached. */
    static final long TELL_AGAIN_NANOS = 60_000_000_000L;

    /** The number of ids that one write of the pointer reserves. */
    static final long ID_BLOCK = 1_000;

    /** The state of the coordinator. */
    public enum Phase {
        /** The coordinator takes over. */
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
    private final CoordinatorPort port;
    private final PointerKeeper pointer;
    private final Members members;
    private final Rounds rounds;
    private final Alarm repeat = new Alarm();
    private Phase phase = Phase.OPENING;

    /** The present generation; 0 until the pointer is this coordinator's. */
    private long generation;

    private boolean recoveryWanted = true;

    /** The manifest of the generation, if a worker has found that it cannot be read; else null. */
    private String unreadable;

    private long startedNanos;

    /** The time from which on it is reported that the pointer cannot be reached. */
    private long tellUnknownNanos;

    /** The time when the present generation was entered. */
    private long resettingNanos;

    /**
     * Makes a coordinator, which does nothing until {@link #start}.
     *
     * @param term term that is greater than those of all coordinators of the topology before, and never used again
     * @param workers all workers that have tasks
     * @param wallMillis clock of the time since 1970, for the history
     */
    public Coordinator(
            Term term,
            Collection<String> workers,
            SnapshotSettings settings,
            LongSupplier wallMillis,
            CoordinatorPort port,
            SnapshotHistory history) {
        this.term = term;
        this.port = port;
        this.pointer = new PointerKeeper(port);
        this.members = new Members(workers, port);
        this.rounds = new Rounds(settings, wallMillis, port, history, members);
    }

    /** Takes over. Called once. */
    public void start(long now) {
        startedNanos = now;
        tellUnknownNanos = now + CONNECTING_NANOS;
        pointer.read();
    }

    public Phase phase() {
        return phase;
    }

    public long generation() {
        return generation;
    }

    /** Returns whether more snapshots have failed in a row than are tolerated. */
    public boolean isFailing() {
        return rounds.failures().tooMany();
    }

    /** Returns why the last snapshot has failed; empty if it has not. */
    public String lastFailure() {
        return rounds.failures().last();
    }

    /** Returns why the pointer cannot be reached, so that commits wait; empty if it can. */
    public String pointerUnknownWhy() {
        return pointer.unknownWhy();
    }

    /** Returns the time since the last snapshot was committed, or since the topology began to run. */
    public long commitAgeNanos(long now) {
        return now - (generation == 0 ? startedNanos : rounds.committedNanos());
    }

    /** Returns when {@link #doWork} has to be called even if nothing comes in; {@link Long#MAX_VALUE} for never. */
    public long deadline() {
        if (isOver()) {
            return Alarm.NEVER;
        }
        long at = repeat.before(pointer.deadline());
        long ofRounds = rounds.deadline(mayBegin());
        return ofRounds == Alarm.NEVER || at != Alarm.NEVER && at - ofRounds < 0 ? at : ofRounds;
    }

    /** Does the work that is due. Returns how much that was. */
    public int doWork(long now) {
        if (isOver()) {
            return 0;
        }
        int work = pointer.doWork(now) + rounds.doWork(now);
        if (repeat.isDue(now)) {
            repeat.set(now + REPEAT_NANOS);
            members.all().stream()
                    .filter(member -> !recoveryWanted && member.joined && !member.ready)
                    .forEach(this::reset);
            work++;
        }
        if (mayBegin() && rounds.isDue(now)) {
            work++;
        }
        advance(now);
        rounds.lookForStandstill(phase == Phase.RESETTING ? resettingNanos : Alarm.NEVER, now);
        return work;
    }

    /**
     * Begins a further snapshot as soon as no other one is under way, without waiting for the interval.
     *
     * @param aligned whether the snapshot must not contain tuples on their way, so that another number of tasks can
     *     begin with it
     */
    public void snapshotNow(boolean aligned, long now) {
        rounds.request(aligned, now, mayBegin());
        advance(now);
    }

    /** Returns the id of the next snapshot that begins; 0 before the coordinator has taken over. */
    public long nextSnapshotId() {
        return rounds.nextId();
    }

    /**
     * Begins an aligned snapshot for a request as soon as no other one is under way. If it fails, the next snapshots
     * are for the request too. Does nothing if the request was fulfilled.
     */
    public void snapshotFor(SnapshotRequest request, long now) {
        if (isOver() || pointer.value().fulfils(request)) {
            return;
        }
        rounds.request(request, now, mayBegin());
        advance(now);
    }

    /**
     * Sets the workers in which the tasks of the topology run from now on. If they differ from those before, all go
     * back to the last snapshot.
     */
    public void workers(Collection<String> workers, long now) {
        if (members.replace(workers)) {
            recover("its workers are " + members.names() + " now", now);
        }
    }

    /** A worker is gone, or cannot be reached. */
    public void lost(String worker, long epoch, long now) {
        if (members.lost(worker, epoch)) {
            recover("worker " + worker + " was lost", now);
        }
    }

    /**
     * A worker can be reached. If its last start was lost, that start runs and does not know that it was lost, so it
     * does not join a second time by itself.
     */
    public void reached(String worker, long epoch, long now) {
        if (isOver()) {
            return;
        }
        Member member = members.returned(worker, epoch);
        if (member != null) {
            resetIfNeeded(member);
            advance(now);
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
            // The message is of an older generation. While a recovery begins, messages of the present one have no
            // effect either
            return;
        } else if (message instanceof Ready ready) {
            ready(ready, now);
        } else if (message instanceof Unreadable damaged) {
            unreadable(damaged, now);
        } else if (message instanceof GoBack back) {
            recover("worker " + back.worker() + ": " + back.reason(), now);
        } else if (message instanceof Broken broken) {
            broken(broken, now);
        } else if (message instanceof Waits waits) {
            rounds.waits(waits, now);
        } else if (message instanceof Written written) {
            rounds.written(written, now);
        } else if (message instanceof Failed failed) {
            rounds.failed(failed, now);
        } else if (message instanceof CommitDone commitDone) {
            rounds.commitDone(commitDone, now);
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
        tellUnknownNanos = now;
        advance(now);
    }

    /** The pointer was replaced, and has this version now. */
    public void pointerSet(long version, long now) {
        pointer.onSet(version);
        tellUnknownNanos = now;
        advance(now);
    }

    /** The pointer has another version than expected, and was not replaced. */
    public void pointerRefused() {
        pointer.onRefused();
    }

    /** The pointer could not be read, or may have been replaced, or will be. */
    public void pointerUnknown(String reason, long now) {
        if (now - tellUnknownNanos >= 0) {
            tellUnknownNanos = now + TELL_AGAIN_NANOS;
            port.report("the pointer to the last snapshot cannot be reached: " + reason
                    + "; commits wait, the last one was " + commitAgeNanos(now) / 1_000_000 + " ms ago");
        }
        pointer.onUnknown(reason, now);
    }

    /** The manifest is durable. */
    public void manifestPublished(long snapshotId, String name, String digest, long now) {
        rounds.manifestPublished(new PublishedManifest(snapshotId, name, digest), now);
        advance(now);
    }

    /** The manifest could not be written. */
    public void manifestFailed(long snapshotId, String reason, long now) {
        rounds.manifestFailed(snapshotId, reason, now);
        advance(now);
    }

    private void joined(Join join, long now) {
        Member member = members.joined(join);
        if (member == null) {
            return;
        }
        if (member.bound != Member.NONE && member.bound != member.epoch) {
            recover("worker " + member.worker + " was started again", now);
        }
        resetIfNeeded(member);
    }

    private void resetIfNeeded(Member member) {
        if (phase == Phase.RESETTING && !recoveryWanted && !member.ready) {
            reset(member);
        }
    }

    private void ready(Ready message, long now) {
        Member member = members.told(message);
        if (member != null && phase == Phase.RESETTING) {
            if (!member.ready) {
                rounds.moved(now);
            }
            member.ready = true;
        } else if (member != null) {
            // The agent asks because the start was lost
            members.send(member, new Start(generation));
        }
    }

    private void unreadable(Unreadable message, long now) {
        if (phase == Phase.RESETTING
                && message.manifest().equals(pointer.value().manifest())) {
            unreadable = message.manifest();
            recover("snapshot " + pointer.value().snapshotId() + " cannot be read: " + message.reason(), now);
        }
    }

    private void broken(Broken message, long now) {
        if (phase == Phase.RUNNING && members.isNew(message)) {
            rounds.beginAnew("worker " + message.worker() + ": " + message.reason(), now);
        }
    }

    /** Takes all workers back to the last snapshot, as soon as the pointer can be set. */
    private void recover(String why, long now) {
        if (isOver()) {
            return;
        }
        if (generation != 0 && !recoveryWanted) {
            port.report("all workers go back to the last snapshot: " + why);
        }
        recoveryWanted = true;
        rounds.interrupt(why, now);
        advance(now);
    }

    /** Does the next step that needs no further event. */
    private void advance(long now) {
        if (rounds.failures().endTopology() && !isOver()) {
            fail(rounds.failures() + " (topology.on.snapshot.failure is stop)");
        }
        if (isOver() || !pointer.isKnown()) {
            return;
        }
        Pointer present = pointer.value();
        boolean mine = present.term().equals(term);
        if (generation != 0 && !mine || present.term().compareTo(term) > 0) {
            phase = Phase.STOPPED;
            port.report("the coordinator of " + term + " stops, as that of " + present.term() + " has taken over");
            return;
        }
        if (mine && present.generation() > generation) {
            enter(present, now);
        }
        if (rounds.isCommittedBy(present)) {
            rounds.committed(present, recoveryWanted, now);
        }
        if (rounds.isCommitting()) {
            pointer.set(rounds.commit(present));
        } else if (recoveryWanted) {
            beginGeneration(present);
        } else if (phase == Phase.RESETTING) {
            startWhenReady(now);
        } else if (rounds.isDue(now)) {
            if (rounds.nextId() > present.reservedIds()) {
                pointer.set(present.reserve(rounds.nextId() + ID_BLOCK));
            } else {
                rounds.begin(generation, now);
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
            rounds.idsFrom(present.reservedIds() - ID_BLOCK + 1);
        }
        generation = present.generation();
        rounds.entered(present);
        phase = Phase.RESETTING;
        resettingNanos = now;
        recoveryWanted = false;
        unreadable = null;
        rounds.stop();
        for (Member member : members.all()) {
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
        members.send(
                member, new Reset(generation, member.epoch, term, from.snapshotId(), from.manifest(), from.digest()));
    }

    private void startWhenReady(long now) {
        if (members.allReady()) {
            phase = Phase.RUNNING;
            repeat.clear();
            members.sendAll(new Start(generation));
            rounds.run(now);
        }
    }

    private void fail(String reason) {
        phase = Phase.FAILED;
        port.failTopology(reason);
    }

    private boolean mayBegin() {
        return phase == Phase.RUNNING && !rounds.isUnderWay() && !recoveryWanted && pointer.isKnown();
    }

    private boolean isOver() {
        return phase == Phase.STOPPED || phase == Phase.FAILED;
    }
}
