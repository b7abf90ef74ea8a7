// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.config.Directories;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.worker.RingSizes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the directory of workers' rings: in memory, writable, and large enough for all slots with the default settings
 * of topologies.
 */
final class SharedMemoryCheck implements Check {

    private static final String NAME = "shared memory";
    private static final int FEWEST_SLOTS = 4;
    private static final long WORKER_BYTES = 1 << 20;
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs", "hugetlbfs");

    @Override
    public List<Finding> examine(Plan plan, Machine machine) {
        if (!plan.has(DaemonKind.SUPERVISOR)) {
            return List.of();
        }
        Path rings = Directories.ipc(plan.config());
        Path directory = machine.existing(rings);
        Machine.Access access = machine.access(directory);
        if (!access.directory() || !access.writable()) {
            return List.of(Finding.problem(
                    NAME,
                    directory + " is not a writable directory"
                            + (access.mode().isEmpty() ? "" : " (" + access.mode() + ")"),
                    "give this user access to it, or set " + ClusterKeys.IPC_DIR.name()
                            + " to a directory of a tmpfs"));
        }
        try {
            Optional<String> refused = machine.refused(rings, ClusterKeys.IPC_DIR);
            if (refused.isPresent()) {
                return List.of(Finding.problem(
                        NAME,
                        rings + " " + refused.get() + ": a supervisor refuses it",
                        "have it removed, or set another " + ClusterKeys.IPC_DIR.name()));
            }
            return List.of(size(plan.config(), directory, access, machine.disk(directory), machine.cores()));
        } catch (IOException e) {
            return List.of(Finding.problem(
                    NAME,
                    directory + " has no size: " + Directories.reason(e),
                    "set " + ClusterKeys.IPC_DIR.name() + " to a directory of a tmpfs"));
        }
    }

    private static Finding size(Config config, Path directory, Machine.Access access, Machine.Disk disk, int cores) {
        long worker = worker(config, cores);
        long all = all(config, cores);
        String found = directory + ": " + disk.type() + ", " + access.mode() + ", " + Sizes.mib(disk.usableBytes())
                + " of " + Sizes.mib(disk.totalBytes()) + " free";
        String larger = "make it larger ('mount -o remount,size=" + roundedUp(all)
                + "m /dev/shm', or the container's shm size), or lower " + TopologyKeys.RING_BYTES.name() + " or "
                + ClusterKeys.SUPERVISOR_SLOTS.name();
        if (disk.usableBytes() < worker) {
            return Finding.problem(NAME, found + "; the rings of one worker take " + Sizes.mib(worker), larger);
        }
        if (!IN_MEMORY.contains(disk.type())) {
            return Finding.warning(
                    NAME,
                    found + "; the kernel writes the rings to a disk",
                    "set " + ClusterKeys.IPC_DIR.name() + " to a directory of a tmpfs");
        }
        if (disk.totalBytes() < all) {
            return Finding.warning(NAME, found + "; the rings of all slots take " + Sizes.mib(all), larger);
        }
        return Finding.ok(NAME, found + "; the rings of all slots take " + Sizes.mib(all));
    }

    /** Returns the bytes of a worker: a ring with its descriptors for each executor, and one MiB for the rest. */
    private static long worker(Config config, int cores) {
        return Math.max(1, executors(config, 1, cores)) * ring(config) + WORKER_BYTES;
    }

    static long all(Config config, int cores) {
        int slots = slots(config, cores);
        return slots * (executors(config, slots, cores) * ring(config) + WORKER_BYTES);
    }

    private static long ring(Config config) {
        long bytes = RingSizes.ringBytes(config);
        return bytes + bytes / 8;
    }

    static int slots(Config config, int cores) {
        int slots = config.get(ClusterKeys.SUPERVISOR_SLOTS);
        return slots > 0 ? slots : Math.max(FEWEST_SLOTS, cores);
    }

    private static int executors(Config config, int workers, int cores) {
        int executors = config.get(TopologyKeys.EXECUTORS);
        return executors > 0 ? executors : Math.max(1, cores / workers);
    }

    private static long roundedUp(long bytes) {
        return (bytes >> 20) + 1;
    }
}
