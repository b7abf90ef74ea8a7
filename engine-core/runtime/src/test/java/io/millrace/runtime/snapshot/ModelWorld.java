// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.runtime.snapshot.ModelCoordinator.Write;
import io.millrace.runtime.snapshot.ModelStep.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A state of the model: coordinators and workers, some of them dead or believed dead, messages and calls under way, the
 * pointer, files and sinks. {@link ModelSteps} says what can happen next.
 */
final class ModelWorld {

    /** A start of a worker. */
    record Start(String worker, long epoch) {}

    static final List<String> NAMES = List.of("w0", "w1");

    final ModelMutant mutant;

    // The durable parts
    Pointer pointer = Pointer.NONE;
    long version;
    final TreeMap<String, List<ModelPart>> manifests = new TreeMap<>();
    final List<ModelSink> sinks = List.of(new ModelSink(), new ModelSink());

    // Processes. The last coordinator is the present one.
    final List<ModelCoordinator> coordinators = new ArrayList<>();
    final List<ModelWorker> workers = new ArrayList<>();

    /** Writes of the pointer whose outcome no coordinator waits for. Each may be made later, or never. */
    final List<Write> limbo = new ArrayList<>();

    // The events that may still happen
    int snapshots;
    int crashes;
    final boolean zombies;
    final boolean confused;
    int losses;
    int unknowns;
    int timeouts;
    int repetitions;

    /** Whether writing a file takes time, and not only the message that says so. */
    final boolean slowFiles;

    // The observations, for the checks
    long reported;
    final long[] ready = new long[NAMES.size()];

    ModelWorld(ModelScenario scenario, ModelMutant mutant) {
        this.mutant = mutant;
        zombies = scenario.zombies();
        confused = scenario.confused();
        snapshots = scenario.snapshots();
        crashes = scenario.crashes();
        losses = scenario.losses();
        unknowns = scenario.unknowns();
        timeouts = scenario.timeouts();
        repetitions = scenario.repetitions();
        slowFiles = timeouts > 0;
        for (int worker = 0; worker < NAMES.size(); worker++) {
            workers.add(new ModelWorker(this, worker, worker, 1));
        }
        newCoordinator(1);
        workers.forEach(ModelWorker::findCoordinator);
    }

    private ModelWorld(ModelWorld from) {
        mutant = from.mutant;
        zombies = from.zombies;
        confused = from.confused;
        pointer = from.pointer;
        version = from.version;
        manifests.putAll(from.manifests);
        for (int i = 0; i < NAMES.size(); i++) {
            sinks.get(i).copyFrom(from.sinks.get(i));
            ready[i] = from.ready[i];
        }
        from.coordinators.forEach(coordinator -> coordinators.add(coordinator.copy(this)));
        from.workers.forEach(worker -> workers.add(worker.copy(this)));
        limbo.addAll(from.limbo);
        snapshots = from.snapshots;
        crashes = from.crashes;
        losses = from.losses;
        unknowns = from.unknowns;
        timeouts = from.timeouts;
        repetitions = from.repetitions;
        slowFiles = from.slowFiles;
        reported = from.reported;
    }

    ModelWorld copy() {
        return new ModelWorld(this);
    }

    void encode(StateCode code) {
        code.clear();
        code.put(pointer);
        code.put((int) version);
        code.put((Object) List.copyOf(manifests.keySet()));
        sinks.forEach(sink -> sink.encode(code));
        code.put(coordinators.size());
        coordinators.forEach(coordinator -> coordinator.encode(code));
        code.put(workers.size());
        workers.forEach(worker -> worker.encode(code));
        code.put((Object) List.copyOf(limbo));
        code.put(snapshots);
        code.put(crashes);
        code.put(losses);
        code.put(unknowns);
        code.put(timeouts);
        code.put(repetitions);
        code.put((int) reported);
        for (long generation : ready) {
            code.put((int) generation);
        }
    }

    static void encode(TreeMap<Integer, List<SnapshotMessage>> inbox, StateCode code) {
        code.put(inbox.size());
        inbox.forEach((from, messages) -> {
            code.put((int) from);
            code.put(messages.size());
            messages.forEach(message -> code.put(message));
        });
    }

    ModelCoordinator present() {
        return coordinators.get(coordinators.size() - 1);
    }

    /** Returns whether all run, and nothing is under way that has to end. */
    boolean isQuiet() {
        ModelCoordinator coordinator = present();
        return coordinator.isIdle()
                && workers.stream()
                        .filter(process -> process.current)
                        .allMatch(process -> process.running
                                && process.agent.generation() == coordinator.machine.generation()
                                && sinks.get(process.worker).last() == position(process.worker));
    }

    /** Returns the position of a worker's source in the last committed snapshot. */
    int position(int worker) {
        return pointer.snapshotId() == 0
                ? 0
                : manifests.get(pointer.manifest()).get(worker).position();
    }

    /** Makes a write if the pointer has the version that it expects. Returns whether it has. */
    boolean write(Write write) {
        if (write.version() != version && mutant != ModelMutant.VERSION_NOT_CHECKED) {
            return false;
        }
        Pointer next = write.pointer();
        if (next.snapshotId() < pointer.snapshotId()) {
            throw new ModelViolation(ModelDamage.LOST, next + " after " + pointer);
        }
        if (!next.manifest().equals(pointer.manifest())) {
            if (next.snapshotId() == pointer.snapshotId()) {
                throw new ModelViolation(ModelDamage.TWO_COMMITS, next + " after " + pointer);
            }
            List<ModelPart> parts = manifests.get(next.manifest());
            if (parts == null
                    || parts.size() != NAMES.size()
                    || parts.stream().anyMatch(part -> part == null || part.generation() != next.generation())) {
                throw new ModelViolation(ModelDamage.NOT_DURABLE, next + " names " + parts);
            }
        }
        pointer = next;
        version++;
        return true;
    }

    /** Crashes a worker: its last start ends, or is believed to have ended, and another one begins. */
    void crash(int worker, ModelSteps.Crash how) {
        crashes--;
        ModelWorker old = workers.stream()
                .filter(process -> process.current && process.worker == worker)
                .findFirst()
                .orElseThrow();
        old.current = false;
        if (how != ModelSteps.Crash.ZOMBIE) {
            old.die();
        }
        if (how == ModelSteps.Crash.WITH_MESSAGES) {
            coordinators.forEach(coordinator -> coordinator.inbox.remove(old.index));
        }
        workers.add(new ModelWorker(this, workers.size(), worker, old.epoch + 1));
        if (worker == 0) {
            ModelCoordinator before = present();
            if (how != ModelSteps.Crash.ZOMBIE) {
                before.die();
            }
            if (how == ModelSteps.Crash.WITH_MESSAGES) {
                workers.forEach(process -> process.inbox.remove(before.index));
            }
            newCoordinator(old.epoch + 1);
        } else {
            present().notices.add(new Start(old.name(), old.epoch));
        }
        workers.get(workers.size() - 1).findCoordinator();
    }

    private void newCoordinator(long epoch) {
        ModelCoordinator coordinator = new ModelCoordinator(this, coordinators.size(), new Term(1, epoch));
        coordinators.add(coordinator);
        coordinator.machine.start(0);
    }

    /** Returns whether a start has not been told of the present coordinator. */
    boolean hasToFind(ModelWorker process) {
        return process.alive && process.current && process.coordinator != present().index;
    }

    void stepPointer(ModelCoordinator coordinator, Kind kind) {
        switch (kind) {
            case POINTER_READ -> {
                coordinator.reading = false;
                coordinator.machine.pointerRead(pointer, version, 0);
            }
            case POINTER_WRITTEN -> written(coordinator, write(coordinator.write));
            case POINTER_ASSUMED -> {
                limbo.add(coordinator.write);
                written(coordinator, true);
            }
            case POINTER_UNKNOWN -> {
                unknowns--;
                if (coordinator.write != null) {
                    limbo.add(coordinator.write);
                }
                coordinator.reading = false;
                coordinator.write = null;
                coordinator.machine.pointerUnknown("cut off", 0);
            }
            default -> throw new IllegalStateException(kind.toString());
        }
    }

    private void written(ModelCoordinator coordinator, boolean done) {
        Write write = coordinator.write;
        coordinator.write = null;
        if (done) {
            coordinator.machine.pointerSet(write.version() + 1, 0);
        } else if (mutant == ModelMutant.REFUSED_IS_DEPOSED) {
            coordinator.machine.pointerRead(new Pointer(9, 0, "", "", 0, new Term(9, 9), List.of()), version, 0);
        } else {
            coordinator.machine.pointerRefused();
        }
    }
}
