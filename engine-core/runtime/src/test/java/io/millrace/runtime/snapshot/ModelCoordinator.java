// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.api.config.SnapshotAlignment;
import io.millrace.runtime.snapshot.SnapshotMessage.Committed;
import io.millrace.runtime.snapshot.store.WorkerPart;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A coordinator of the model, with the real class in it, and the calls that are under way for it. */
final class ModelCoordinator implements CoordinatorPort {

    /** The value that is to replace a pointer. */
    record Write(long version, Pointer pointer) {}

    private static final SnapshotSettings SETTINGS = new SnapshotSettings(
            SnapshotAlignment.ALWAYS,
            new SnapshotSettings.Times(1, 1, Alarm.NEVER, 0, Long.MAX_VALUE),
            3,
            -1,
            "",
            false);
    private static final SnapshotHistory UNUSED = new SnapshotHistory();

    private final ModelWorld world;
    final int index;
    final Term term;
    final Coordinator machine;
    boolean alive = true;
    boolean reading;
    Write write;
    long publishing;
    List<ModelPart> publishingParts = List.of();

    /** Workers that are gone, of which it has not heard yet. */
    final List<ModelWorld.Start> notices = new ArrayList<>();

    /** The messages, by index of the process that has sent them. */
    final TreeMap<Integer, List<SnapshotMessage>> inbox = new TreeMap<>();

    ModelCoordinator(ModelWorld world, int index, Term term) {
        this.world = world;
        this.index = index;
        this.term = term;
        this.machine = new Coordinator(term, ModelWorld.NAMES, SETTINGS, () -> 0, this, UNUSED);
    }

    ModelCoordinator copy(ModelWorld into) {
        ModelCoordinator copy = new ModelCoordinator(into, index, term);
        copy.alive = alive;
        if (alive) {
            copy.reading = reading;
            copy.write = write;
            copy.publishing = publishing;
            copy.publishingParts = publishingParts;
            copy.notices.addAll(notices);
            inbox.forEach((from, messages) -> copy.inbox.put(from, new ArrayList<>(messages)));
            MachineState.copy(machine, copy.machine);
        }
        return copy;
    }

    void encode(StateCode code) {
        code.put(alive);
        if (alive) {
            code.put(reading);
            code.put(write);
            code.put((int) publishing);
            code.put((Object) publishingParts);
            code.put((Object) List.copyOf(notices));
            ModelWorld.encode(inbox, code);
            MachineState.encode(machine, code);
        }
    }

    void die() {
        if (write != null) {
            world.limbo.add(write);
        }
        alive = false;
        inbox.clear();
    }

    Round round() {
        return MachineState.get(rounds(), "round", Round.class);
    }

    Rounds rounds() {
        return MachineState.get(machine, "rounds", Rounds.class);
    }

    PointerKeeper pointer() {
        return MachineState.get(machine, "pointer", PointerKeeper.class);
    }

    boolean isIdle() {
        return machine.phase() == Coordinator.Phase.RUNNING
                && round() == null
                && pointer().isKnown();
    }

    void hear(SnapshotMessage message) {
        SnapshotMessage heard = world.mutant == ModelMutant.GENERATION_NOT_CHECKED
                ? ModelMessages.withGeneration(message, machine.generation())
                : message;
        machine.onMessage(heard, 0);
    }

    @Override
    public void send(String worker, long epoch, SnapshotMessage message) {
        if (message instanceof Committed committed) {
            if (committed.snapshotId() > world.pointer.snapshotId()) {
                throw new ModelViolation(
                        ModelDamage.COMMIT_WITHOUT_POINTER,
                        message + " is told, and the pointer names " + world.pointer.snapshotId());
            }
            world.reported = Math.max(world.reported, committed.snapshotId());
        }
        world.workers.stream()
                .filter(process ->
                        process.alive && process.name().equals(worker) && (process.epoch == epoch || world.confused))
                .forEach(process -> ModelMessages.add(process.inbox, index, message));
    }

    @Override
    public void readPointer() {
        reading = true;
    }

    @Override
    public void setPointer(long version, Pointer pointer) {
        write = new Write(version, pointer);
    }

    @Override
    public void publishManifest(long generation, long snapshotId, List<WorkerPart> parts) {
        publishing = snapshotId;
        publishingParts = parts.stream().map(ModelPart::read).toList();
    }

    @Override
    public void cleanUp(List<PublishedManifest> kept, long snapshotId) {}

    @Override
    public void failTopology(String reason) {
        throw new IllegalStateException(reason);
    }

    @Override
    public void report(String line) {}
}
