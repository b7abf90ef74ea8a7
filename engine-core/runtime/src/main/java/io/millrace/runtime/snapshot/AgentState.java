// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.runtime.snapshot.SnapshotMessage.Abort;
import io.millrace.runtime.snapshot.SnapshotMessage.Broken;
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
import io.millrace.runtime.snapshot.store.WorkerPart;

/**
 * The worker's side of snapshots: the generation of the worker, and its answers to the coordinator. A state machine
 * without threads and I/O; one executor of the worker calls it. Times are in nanoseconds of one monotonic clock.
 */
public final class AgentState {

    /** The state of the worker's tasks. */
    public enum Phase {
        /** The tasks have never run, and wait for a coordinator. */
        JOINING,
        /** The tasks are being restored. */
        RESETTING,
        /** The tasks are restored, and wait for those of all workers. */
        READY,
        RUNNING
    }

    private final String worker;
    private final long epoch;
    private final AgentPort port;
    private final Alarm repeat = new Alarm();
    private Phase phase = Phase.JOINING;
    private long generation;

    /** The coordinator of the generation. */
    private Term term = Term.NONE;

    /** The present coordinator, to which the agent sends that this worker is there until it has begun a generation. */
    private Term present = Term.NONE;

    private String manifest = "";

    /** The last snapshot of the generation that was begun or given up here. */
    private long snapshotId;

    /** Whether the last snapshot is being taken. */
    private boolean underWay;

    /** Whether the tasks take the last snapshot without waiting for barriers. */
    private boolean overtaking;

    /** The answer to the trigger of {@link #snapshotId}; null while there is none. */
    private SnapshotMessage answer;

    /** The last snapshot of the generation that sinks were told to commit. */
    private long committing;

    private boolean commitDone;

    /** The reason why the tasks cannot go on in this generation; null if they can. */
    private String broken;

    /** The number of connections that were lost in this generation, with what was sent over them. */
    private long connectionsLost;

    /** The reason of the last loss of a connection; null if the coordinator has begun a snapshot since. */
    private String connectionLost;

    public AgentState(String worker, long epoch, AgentPort port) {
        this.worker = worker;
        this.epoch = epoch;
        this.port = port;
    }

    public Phase phase() {
        return phase;
    }

    public long generation() {
        return generation;
    }

    /** There is a coordinator, the first or a later one. Messages go to it from now on. May be called again. */
    public void join(Term coordinator, long now) {
        if (coordinator.compareTo(present) > 0) {
            present = coordinator;
            repeat(now);
        }
    }

    public long deadline() {
        return repeat.before(Alarm.NEVER);
    }

    /** Sends again the messages that were not answered. Returns how many. */
    public int doWork(long now) {
        if (!repeat.isDue(now)) {
            return 0;
        }
        repeat(now);
        return 1;
    }

    /** A message has come from a coordinator. */
    public void onMessage(SnapshotMessage message, long now) {
        if (message instanceof Reset reset) {
            reset(reset, now);
        } else if (message.generation() != generation) {
            // The message is from before a recovery; or the reset was lost, which will be repeated.
            return;
        } else if (message instanceof Start) {
            start();
        } else if (message instanceof Trigger trigger) {
            trigger(trigger.snapshotId(), trigger.overtakes());
        } else if (message instanceof Abort abort) {
            abort(abort);
        } else if (message instanceof Committed committed) {
            commit(committed.snapshotId(), committed.holdsTuples());
        }
    }

    /** The tasks hold the content of the snapshot of this generation. */
    public void restored(long ofGeneration, long now) {
        if (phase == Phase.RESETTING && ofGeneration == generation) {
            phase = Phase.READY;
            repeat(now);
        }
    }

    /** The snapshot is damaged, or a part is missing. Not to be called while its store cannot be reached. */
    public void unreadable(long ofGeneration, String reason) {
        if (phase == Phase.RESETTING && ofGeneration == generation) {
            answer = new Unreadable(generation, manifest, reason);
            port.send(answer);
        }
    }

    /**
     * The worker's part of a snapshot is durable.
     *
     * @param wholeBytes bytes of all its blocks
     * @param holdsTuples whether it contains tuples on their way
     */
    public void written(
            long ofGeneration,
            long ofSnapshot,
            WorkerPart part,
            long wholeBytes,
            SnapshotDurations durations,
            boolean holdsTuples) {
        answer(
                ofGeneration,
                ofSnapshot,
                new Written(ofGeneration, ofSnapshot, part, wholeBytes, durations, holdsTuples));
    }

    /** The worker's part of a snapshot cannot be made. */
    public void failed(long ofGeneration, long ofSnapshot, String reason) {
        answer(ofGeneration, ofSnapshot, new Failed(ofGeneration, ofSnapshot, worker, reason));
    }

    /** All sinks have committed. */
    public void committed(long ofGeneration, long ofSnapshot) {
        if (ofGeneration == generation && ofSnapshot == committing && !commitDone) {
            commitDone = true;
            port.send(new CommitDone(generation, committing, worker));
        }
    }

    /** The tasks cannot go on in this generation, as tuples were lost on the way to them. May be called again. */
    public void goBack(long ofGeneration, String reason, long now) {
        if (ofGeneration == generation && broken == null) {
            broken = reason;
            repeat(now);
        }
    }

    /** A connection to another worker was lost, perhaps with barriers. It is reported until another snapshot begins. */
    public void connectionLost(String reason, long now) {
        if (phase == Phase.RUNNING) {
            connectionsLost++;
            connectionLost = reason;
            repeat(now);
        }
    }

    private void reset(Reset message, long now) {
        if (message.epoch() != epoch || message.generation() < generation) {
            return;
        }
        if (message.generation() == generation) {
            if (phase == Phase.READY) {
                port.send(new Ready(worker, epoch, generation));
            } else if (phase == Phase.RESETTING && answer != null) {
                port.send(answer);
            }
            return;
        }
        generation = message.generation();
        term = message.term();
        manifest = message.manifest();
        phase = Phase.RESETTING;
        snapshotId = 0;
        underWay = false;
        overtaking = false;
        answer = null;
        committing = 0;
        commitDone = false;
        broken = null;
        connectionsLost = 0;
        connectionLost = null;
        schedule(now);
        port.reset(message);
    }

    private void start() {
        if (phase == Phase.READY) {
            phase = Phase.RUNNING;
            port.start(generation);
        }
    }

    private void trigger(long id, boolean overtakes) {
        // All workers were ready when the first snapshot was begun: only the start was lost.
        start();
        if (phase != Phase.RUNNING || id < snapshotId) {
            return;
        }
        if (id == snapshotId) {
            if (answer != null) {
                port.send(answer);
            } else if (underWay && overtakes && !overtaking) {
                overtaking = true;
                port.trigger(generation, id, true);
            } else if (underWay) {
                port.stillTaking(generation, id);
            }
            return;
        }
        if (underWay) {
            port.abort(generation, snapshotId, "snapshot " + id + " was begun");
        }
        snapshotId = id;
        underWay = true;
        overtaking = overtakes;
        answer = null;
        connectionLost = null;
        port.trigger(generation, id, overtakes);
    }

    private void abort(Abort message) {
        if (message.snapshotId() < snapshotId) {
            return;
        }
        if (underWay || answer != null) {
            port.abort(generation, snapshotId, message.reason());
        }
        snapshotId = message.snapshotId();
        underWay = false;
        answer = null;
    }

    private void commit(long id, boolean holdsTuples) {
        if (phase != Phase.RUNNING || id < committing) {
            return;
        }
        if (id > committing) {
            committing = id;
            commitDone = false;
            port.commit(generation, id, holdsTuples);
        } else if (commitDone) {
            port.send(new CommitDone(generation, id, worker));
        }
    }

    private void answer(long ofGeneration, long ofSnapshot, SnapshotMessage message) {
        if (underWay && ofGeneration == generation && ofSnapshot == snapshotId) {
            underWay = false;
            answer = message;
            port.send(message);
        }
    }

    private void repeat(long now) {
        if (isJoining()) {
            port.send(new Join(worker, epoch));
        }
        if (phase == Phase.READY) {
            port.send(new Ready(worker, epoch, generation));
        }
        if (broken != null) {
            port.send(new GoBack(generation, worker, broken));
        }
        if (connectionLost != null) {
            port.send(new Broken(generation, worker, connectionsLost, connectionLost));
        }
        schedule(now);
    }

    private void schedule(long now) {
        if (isJoining() || phase == Phase.READY || broken != null || connectionLost != null) {
            repeat.set(now + Coordinator.REPEAT_NANOS);
        } else {
            repeat.clear();
        }
    }

    private boolean isJoining() {
        return present.compareTo(term) > 0;
    }
}
