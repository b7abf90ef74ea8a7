// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.runtime.snapshot.ModelSink.Prepared;
import io.millrace.runtime.snapshot.SnapshotMessage.Reset;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A start of a worker: the real agent, a source that emits one tuple before each snapshot, and a sink that takes it.
 */
final class ModelWorker implements AgentPort {

    private final ModelWorld world;
    final int index;

    /** The number of the worker. */
    final int worker;

    final long epoch;
    final AgentState agent;
    boolean alive = true;

    /** Whether it is the last start of its worker. */
    boolean current = true;

    /** The coordinator to which it sends. */
    int coordinator = -1;

    boolean running;
    int position;

    /** The outputs that its sink has prepared, and was not told to commit. */
    final List<Prepared> pending = new ArrayList<>();

    ModelPart writing;

    // The reset that the agent has asked for in the present step
    private Reset restoring;
    private long committing;

    /** The messages, by index of the coordinator that has sent them. */
    final TreeMap<Integer, List<SnapshotMessage>> inbox = new TreeMap<>();

    ModelWorker(ModelWorld world, int index, int worker, long epoch) {
        this.world = world;
        this.index = index;
        this.worker = worker;
        this.epoch = epoch;
        this.agent = new AgentState(name(), epoch, this);
    }

    String name() {
        return ModelWorld.NAMES.get(worker);
    }

    ModelWorker copy(ModelWorld into) {
        ModelWorker copy = new ModelWorker(into, index, worker, epoch);
        copy.alive = alive;
        copy.current = current;
        if (alive) {
            copy.coordinator = coordinator;
            copy.running = running;
            copy.position = position;
            copy.pending.addAll(pending);
            copy.writing = writing;
            inbox.forEach((from, messages) -> copy.inbox.put(from, new ArrayList<>(messages)));
            MachineState.copy(agent, copy.agent);
        }
        return copy;
    }

    void encode(StateCode code) {
        code.put(worker);
        code.put(alive);
        if (alive) {
            code.put(current);
            code.put(coordinator);
            code.put(running);
            code.put(position);
            code.put((Object) List.copyOf(pending));
            code.put(writing);
            ModelWorld.encode(inbox, code);
            MachineState.encode(agent, code);
        }
    }

    void die() {
        alive = false;
        inbox.clear();
    }

    void hear(SnapshotMessage message) {
        SnapshotMessage heard = message;
        if (message instanceof Reset reset) {
            if (world.mutant == ModelMutant.EPOCH_NOT_CHECKED) {
                heard = new Reset(
                        reset.generation(), epoch, reset.term(), reset.snapshotId(), reset.manifest(), reset.digest());
            }
        } else if (world.mutant == ModelMutant.GENERATION_NOT_CHECKED) {
            heard = ModelMessages.withGeneration(message, agent.generation());
        }
        agent.onMessage(heard, 0);
        answer();
    }

    /** Answers the agent's calls, which end at once. A message that is under way shows how long it takes. */
    private void answer() {
        if (restoring != null) {
            restore(restoring);
        }
        if (writing != null && !world.slowFiles) {
            written();
        }
        if (committing != 0) {
            long id = committing;
            committing = 0;
            show(id);
            if (current
                    && world.pointer.snapshotId() == id
                    && world.sinks.get(worker).last() != world.position(worker)) {
                throw new ModelViolation(
                        ModelDamage.MISSING,
                        "visible are " + world.sinks.get(worker).last() + " after the commit of " + id);
            }
            agent.committed(agent.generation(), id);
        }
    }

    /** The writer has published the file. */
    void written() {
        ModelPart published = writing;
        writing = null;
        if (world.mutant == ModelMutant.COMMIT_BEFORE_POINTER) {
            show(published.snapshotId());
        }
        agent.written(
                published.generation(),
                published.snapshotId(),
                published.published(),
                0,
                SnapshotDurations.NONE,
                false);
    }

    void writeFails() {
        ModelPart failed = writing;
        writing = null;
        agent.failed(failed.generation(), failed.snapshotId(), "no room");
    }

    /** The worker finds another coordinator than before. */
    void findCoordinator() {
        coordinator = world.present().index;
        agent.join(world.present().term, 0);
    }

    private void restore(Reset to) {
        restoring = null;
        if (current && to.snapshotId() < world.reported) {
            throw new ModelViolation(ModelDamage.LOST, to + " after " + world.reported + " was committed");
        }
        ModelPart part = to.snapshotId() == 0
                ? new ModelPart(name(), 0, 0, 0, 0, List.of())
                : world.manifests.get(to.manifest()).get(worker);
        position = part.position();
        pending.clear();
        ModelSink sink = world.sinks.get(worker);
        if (world.mutant == ModelMutant.RECOVERED_REMOVING_ALL) {
            sink.recoverRemovingAll(part.prepared(), world.pointer);
        } else if (world.mutant != ModelMutant.RECOVER_NOT_CALLED) {
            sink.recover(part.prepared(), to.generation(), world.pointer);
        }
        if (current && sink.last() != position) {
            throw new ModelViolation(
                    ModelDamage.RECOVERED_WRONG, "restored to " + position + ", and visible are " + sink.last());
        }
        world.ready[worker] = Math.max(world.ready[worker], to.generation());
        agent.restored(to.generation(), 0);
        if (world.mutant == ModelMutant.STARTED_WITHOUT_WAITING) {
            agent.onMessage(new SnapshotMessage.Start(to.generation()), 0);
        }
    }

    @Override
    public void send(SnapshotMessage message) {
        ModelCoordinator to = world.coordinators.get(coordinator);
        if (to.alive) {
            ModelMessages.add(to.inbox, index, message);
        }
    }

    @Override
    public void reset(Reset to) {
        running = false;
        writing = null;
        restoring = to;
    }

    @Override
    public void start(long generation) {
        running = true;
        for (int other = 0; other < world.ready.length; other++) {
            if (world.ready[other] < generation) {
                throw new ModelViolation(
                        ModelDamage.STARTED_EARLY,
                        name() + " runs in generation " + generation + ", and no start of "
                                + ModelWorld.NAMES.get(other) + " is ready for it");
            }
        }
        for (ModelWorker other : world.workers) {
            if (other != this
                    && other.alive
                    && other.worker == worker
                    && other.running
                    && other.agent.generation() == generation) {
                throw new ModelViolation(
                        ModelDamage.TWO_IN_GENERATION,
                        "starts " + epoch + " and " + other.epoch + " of " + name() + " run in generation "
                                + generation);
            }
        }
    }

    @Override
    public void trigger(long generation, long snapshotId, boolean overtakes) {
        position++;
        Prepared output = new Prepared(snapshotId, generation, epoch, position);
        world.sinks.get(worker).prepare(output);
        pending.add(output);
        writing = new ModelPart(name(), snapshotId, generation, epoch, position, List.copyOf(pending));
    }

    @Override
    public void abort(long generation, long snapshotId, String reason) {
        writing = null;
        if (world.mutant == ModelMutant.ABORTED_DROPPED) {
            pending.removeIf(output -> output.snapshotId() == snapshotId);
        }
    }

    @Override
    public void commit(long generation, long snapshotId, boolean holdsTuples) {
        committing = snapshotId;
    }

    private void show(long snapshotId) {
        for (Prepared output : List.copyOf(pending)) {
            if (output.snapshotId() <= snapshotId) {
                world.sinks.get(worker).show(output, world.pointer);
                pending.remove(output);
            }
        }
    }
}
