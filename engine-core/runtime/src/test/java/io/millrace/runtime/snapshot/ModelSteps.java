// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.runtime.snapshot.ModelStep.Kind;
import java.util.ArrayList;
import java.util.List;

/** The steps that can happen in a state. Stateless. */
final class ModelSteps {

    /** The way in which a worker crashes. */
    enum Crash {
        /** The worker has ended. The messages that it has sent may arrive. */
        WITHOUT_MESSAGES,
        /** The worker has ended, and the messages that it has sent are lost. */
        WITH_MESSAGES,
        /** The worker goes on, and its successor and others do not hear it any more. */
        ZOMBIE
    }

    private ModelSteps() {}

    static List<ModelStep> of(ModelWorld world) {
        List<ModelStep> steps = new ArrayList<>();
        for (ModelCoordinator coordinator : world.coordinators) {
            if (coordinator.alive) {
                addCalls(world, coordinator, steps);
                addEvents(world, coordinator, steps);
            }
        }
        for (ModelWorker process : world.workers) {
            if (process.alive) {
                addOf(world, process, steps);
            }
        }
        for (int i = 0; i < world.limbo.size(); i++) {
            steps.add(new ModelStep(Kind.LATE_WRITE, 0, i));
            steps.add(new ModelStep(Kind.LATE_WRITE_VANISHES, 0, i));
        }
        if (world.crashes > 0) {
            for (int worker = 0; worker < ModelWorld.NAMES.size(); worker++) {
                for (Crash how : Crash.values()) {
                    if (how != Crash.ZOMBIE || world.zombies) {
                        steps.add(new ModelStep(Kind.WORKER_DIES, worker, how.ordinal()));
                    }
                }
            }
        }
        return steps;
    }

    private static void addCalls(ModelWorld world, ModelCoordinator coordinator, List<ModelStep> steps) {
        int index = coordinator.index;
        if (coordinator.reading) {
            steps.add(new ModelStep(Kind.POINTER_READ, index, 0));
        }
        if (coordinator.write != null) {
            steps.add(new ModelStep(Kind.POINTER_WRITTEN, index, 0));
            if (world.mutant == ModelMutant.TOLD_BEFORE_SET) {
                steps.add(new ModelStep(Kind.POINTER_ASSUMED, index, 0));
            }
        }
        if (world.unknowns > 0 && (coordinator.reading || coordinator.write != null)) {
            steps.add(new ModelStep(Kind.POINTER_UNKNOWN, index, 0));
        }
        if (coordinator.publishing != 0) {
            steps.add(new ModelStep(Kind.MANIFEST_PUBLISHED, index, 0));
            if (world.timeouts > 0) {
                steps.add(new ModelStep(Kind.MANIFEST_FAILS, index, 0));
            }
        }
    }

    private static void addEvents(ModelWorld world, ModelCoordinator coordinator, List<ModelStep> steps) {
        int index = coordinator.index;
        if (world.snapshots > 0
                && coordinator.isIdle()
                && MachineState.alarm(coordinator.rounds(), "next").isSet()) {
            steps.add(new ModelStep(Kind.SNAPSHOT_DUE, index, 0));
        }
        if (repeat(coordinator).isSet() && mayRepeat(world, isSilent(coordinator, world))) {
            steps.add(new ModelStep(Kind.COORDINATOR_REPEATS, index, 0));
        }
        if (MachineState.alarm(coordinator.pointer(), "retry").isSet()) {
            steps.add(new ModelStep(Kind.POINTER_TRIED_AGAIN, index, 0));
        }
        if (world.timeouts > 0
                && coordinator.round() != null
                && coordinator.round().timeout().isSet()) {
            steps.add(new ModelStep(Kind.SNAPSHOT_TIMES_OUT, index, 0));
        }
        if (!coordinator.notices.isEmpty()) {
            steps.add(new ModelStep(Kind.LOSS_NOTICED, index, 0));
        }
        for (int from : coordinator.inbox.keySet()) {
            steps.add(new ModelStep(Kind.COORDINATOR_HEARS, index, from));
            if (world.losses > 0) {
                steps.add(new ModelStep(Kind.COORDINATOR_LOSES, index, from));
            }
        }
    }

    private static void addOf(ModelWorld world, ModelWorker process, List<ModelStep> steps) {
        int index = process.index;
        for (int from : process.inbox.keySet()) {
            steps.add(new ModelStep(Kind.WORKER_HEARS, index, from));
            if (world.losses > 0) {
                steps.add(new ModelStep(Kind.WORKER_LOSES, index, from));
            }
        }
        if (world.hasToFind(process)) {
            steps.add(new ModelStep(Kind.COORDINATOR_FOUND, index, 0));
        }
        if (process.writing != null) {
            steps.add(new ModelStep(Kind.FILE_PUBLISHED, index, 0));
            if (world.timeouts > 0) {
                steps.add(new ModelStep(Kind.FILE_FAILS, index, 0));
            }
        }
        if (MachineState.alarm(process.agent, "repeat").isSet() && mayRepeat(world, isSilent(process, world))) {
            steps.add(new ModelStep(Kind.WORKER_REPEATS, index, 0));
        }
    }

    /** Returns whether no message is on the way to or from a coordinator. */
    private static boolean isSilent(ModelCoordinator coordinator, ModelWorld world) {
        return coordinator.inbox.isEmpty()
                && world.workers.stream().noneMatch(process -> process.inbox.containsKey(coordinator.index));
    }

    private static boolean isSilent(ModelWorker process, ModelWorld world) {
        return process.inbox.isEmpty()
                && world.coordinators.stream().noneMatch(coordinator -> coordinator.inbox.containsKey(process.index));
    }

    private static boolean mayRepeat(ModelWorld world, boolean nothingUnderWay) {
        return world.mutant != ModelMutant.NOT_REPEATED && (nothingUnderWay || world.repetitions > 0);
    }

    /** Takes a step. Throws {@link ModelViolation} if that does damage. */
    static void take(ModelStep step, ModelWorld world) {
        int index = step.process();
        switch (step.kind()) {
            case POINTER_READ, POINTER_WRITTEN, POINTER_ASSUMED, POINTER_UNKNOWN ->
                world.stepPointer(world.coordinators.get(index), step.kind());
            case LATE_WRITE -> world.write(world.limbo.remove(step.other()));
            case LATE_WRITE_VANISHES -> world.limbo.remove(step.other());
            case MANIFEST_PUBLISHED, MANIFEST_FAILS -> publish(step.kind(), world.coordinators.get(index), world);
            case SNAPSHOT_DUE -> {
                world.snapshots--;
                ring(MachineState.alarm(world.coordinators.get(index).rounds(), "next"), index, world);
            }
            case COORDINATOR_REPEATS -> {
                ModelCoordinator coordinator = world.coordinators.get(index);
                if (!isSilent(coordinator, world)) {
                    world.repetitions--;
                }
                ring(repeat(coordinator), index, world);
            }
            case SNAPSHOT_TIMES_OUT -> {
                world.timeouts--;
                ring(world.coordinators.get(index).round().timeout(), index, world);
            }
            case POINTER_TRIED_AGAIN ->
                ring(MachineState.alarm(world.coordinators.get(index).pointer(), "retry"), index, world);
            case COORDINATOR_HEARS -> {
                ModelCoordinator coordinator = world.coordinators.get(index);
                coordinator.hear(ModelMessages.remove(coordinator.inbox, step.other()));
            }
            case COORDINATOR_LOSES -> {
                world.losses--;
                ModelMessages.remove(world.coordinators.get(index).inbox, step.other());
            }
            case LOSS_NOTICED -> {
                ModelCoordinator coordinator = world.coordinators.get(index);
                ModelWorld.Start gone = coordinator.notices.remove(0);
                coordinator.machine.lost(gone.worker(), gone.epoch(), 0);
            }
            case WORKER_LOSES -> {
                world.losses--;
                ModelMessages.remove(world.workers.get(index).inbox, step.other());
            }
            case WORKER_DIES -> world.crash(index, Crash.values()[step.other()]);
            default -> takeOf(step, world.workers.get(index), world);
        }
    }

    private static void takeOf(ModelStep step, ModelWorker process, ModelWorld world) {
        switch (step.kind()) {
            case WORKER_HEARS -> process.hear(ModelMessages.remove(process.inbox, step.other()));
            case COORDINATOR_FOUND -> process.findCoordinator();
            case FILE_PUBLISHED -> process.written();
            case FILE_FAILS -> {
                world.timeouts--;
                process.writeFails();
            }
            case WORKER_REPEATS -> {
                if (!isSilent(process, world)) {
                    world.repetitions--;
                }
                MachineState.alarm(process.agent, "repeat").set(0);
                process.agent.doWork(0);
            }
            default -> throw new IllegalStateException(step.toString());
        }
    }

    private static void publish(Kind kind, ModelCoordinator coordinator, ModelWorld world) {
        long id = coordinator.publishing;
        coordinator.publishing = 0;
        if (kind == Kind.MANIFEST_FAILS) {
            world.timeouts--;
            coordinator.machine.manifestFailed(id, "no room", 0);
            return;
        }
        String name = coordinator.term.epoch() + "/" + id;
        if (world.mutant != ModelMutant.POINTER_BEFORE_MANIFEST) {
            world.manifests.put(name, coordinator.publishingParts);
        }
        coordinator.publishingParts = List.of();
        coordinator.machine.manifestPublished(id, name, "", 0);
    }

    /**
     * Returns the alarm at which a coordinator sends again messages that were not answered: one of two, of which at
     * most one is set.
     */
    private static Alarm repeat(ModelCoordinator coordinator) {
        Alarm ofReset = MachineState.alarm(coordinator.machine, "repeat");
        return ofReset.isSet() ? ofReset : MachineState.alarm(coordinator.rounds(), "repeat");
    }

    private static void ring(Alarm alarm, int coordinator, ModelWorld world) {
        alarm.set(0);
        world.coordinators.get(coordinator).machine.doWork(0);
    }

    /** Says what a step does that can be taken in a state. */
    static String describe(ModelStep step, ModelWorld before) {
        String who = step.kind().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        return switch (step.kind()) {
            case WORKER_HEARS, WORKER_LOSES -> {
                ModelWorker process = before.workers.get(step.process());
                yield who + ", start " + process.epoch + " of " + process.name() + " from coordinator " + step.other()
                        + ": " + process.inbox.get(step.other()).get(0);
            }
            case COORDINATOR_HEARS, COORDINATOR_LOSES ->
                who + ", coordinator " + step.process() + " from process " + step.other() + ": "
                        + before.coordinators
                                .get(step.process())
                                .inbox
                                .get(step.other())
                                .get(0);
            case POINTER_WRITTEN ->
                who + ", coordinator " + step.process() + ": " + before.coordinators.get(step.process()).write;
            case LATE_WRITE -> who + ": " + before.limbo.get(step.other());
            case WORKER_DIES -> who + ", w" + step.process() + " " + Crash.values()[step.other()];
            default -> who + ", process " + step.process();
        };
    }
}
