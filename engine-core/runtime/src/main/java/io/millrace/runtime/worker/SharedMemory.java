// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.api.ComponentSpec;
import io.millrace.api.config.TopologyKeys;
import io.millrace.ipc.doorbell.DoorbellBoard;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.ipc.ring.RingConfig;
import io.millrace.ipc.ring.RingConsumer;
import io.millrace.runtime.link.ExecutorBell;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.plan.TaskPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The files of a worker in its directory in shared memory: the lock that proves that it lives, a ring per executor
 * unless {@code topology.link.node} is tcp, and its metrics. The thread that starts and ends the worker makes and closes it.
 */
final class SharedMemory implements AutoCloseable {

    private static final int CELL_BYTES = 64;
    private static final int MAX_PRODUCERS = 4000;

    /**
     * The least number of producers' slots: a slot takes 512 bytes, and the topology may get more workers than it had
     * when this one started.
     */
    private static final int MIN_PRODUCERS = 128;

    private final Path directory;
    private final Path metricsFile;
    private final ProcessLock lock;
    private final List<RingConsumer> rings = new ArrayList<>();

    /** The doorbells of the threads, one for each executor; empty if there are no threads, or no rings. */
    private Optional<DoorbellBoard> board = Optional.empty();

    private final WorkerCounters counters;

    /**
     * @param executors tasks of each executor
     * @param peers number of workers of other nodes for which its metrics have room
     * @param stepped whether no thread waits at the doorbells and no other process rings them
     */
    SharedMemory(WorkerSpec spec, TaskPlan tasks, List<List<Integer>> executors, int peers, boolean stepped)
            throws IOException {
        directory = spec.directory();
        metricsFile = directory.resolve("metrics");
        Files.createDirectories(directory, ownerOnly(directory));
        lock = ProcessLock.acquire(directory, "worker");
        try {
            if (spec.linksByRings()) {
                makeRings(spec, tasks, executors, stepped);
            }
            counters = WorkerCounters.inFile(
                    metricsFile,
                    spec.worker(),
                    spec.epoch(),
                    tasks,
                    executors,
                    peers,
                    Math.toIntExact(spec.config().get(TopologyKeys.CUSTOM_METRICS_BYTES)));
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void makeRings(WorkerSpec spec, TaskPlan tasks, List<List<Integer>> executors, boolean stepped)
            throws IOException {
        RingConfig config = ringConfig(spec, executors.size());
        List<Doorbells.Wait> waits = executors.stream()
                .map(each -> WorkerExecutors.isVirtual(tasks, each) ? Doorbells.Wait.PARKED : Doorbells.Wait.FAST)
                .toList();
        board = stepped ? Optional.empty() : Optional.of(DoorbellBoard.create(directory, waits));
        for (int i = 0; i < executors.size(); i++) {
            Path file = directory.resolve("executor-" + i + ".ring");
            RingConfig own = config.withFlags(executors.get(i).size());
            rings.add(
                    stepped
                            ? RingConsumer.create(file, own, lock, Doorbells.Wait.NONE)
                            : RingConsumer.create(file, own, lock, board.get(), i));
        }
    }

    /**
     * Returns the settings of a ring, with slots for the executors of the node's other workers and their next starts.
     */
    private static RingConfig ringConfig(WorkerSpec spec, int executorsHere) {
        int capacity = RingSizes.ringBytes(spec.config());
        long neighbours = spec.placement().nodeOfWorker().values().stream()
                .filter(spec.node()::equals)
                .count();
        int blocking = spec.topology().components().stream()
                .filter(ComponentSpec::blocking)
                .mapToInt(ComponentSpec::tasks)
                .sum();
        long producers = 2 * (neighbours * Math.max(executorsHere, spec.executors()) + blocking) + 8;
        return new RingConfig(
                capacity,
                Math.toIntExact(spec.config().get(TopologyKeys.MESSAGE_MAX_BYTES)),
                (int) Math.max(MIN_PRODUCERS, Math.min(producers, MAX_PRODUCERS)),
                capacity / CELL_BYTES,
                0);
    }

    private static FileAttribute<?>[] ownerOnly(Path directory) {
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
            };
        }
        return new FileAttribute<?>[0];
    }

    ProcessLock lock() {
        return lock;
    }

    ExecutorBell bell(int executor) {
        RingConsumer ring = rings.get(executor);
        return board.map(bells -> new ExecutorBell(executor, bells.doorbell(executor), ring.doorbell(), ring::readBy))
                .orElseGet(() -> ExecutorBell.fixed(ring.doorbell()));
    }

    RingConsumer ring(int executor) {
        return rings.get(executor);
    }

    WorkerCounters counters() {
        return counters;
    }

    String metricsFile() {
        return metricsFile.toString();
    }

    /** Deletes all files, and the directory if it is empty then. */
    @Override
    public void close() {
        try {
            rings.forEach(RingConsumer::close);
            board.ifPresent(DoorbellBoard::close);
        } finally {
            lock.close();
        }
        Leftovers.remove(metricsFile);
        Leftovers.remove(directory);
    }
}
