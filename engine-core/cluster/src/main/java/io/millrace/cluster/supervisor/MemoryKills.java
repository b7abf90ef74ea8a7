// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Counts the processes that the kernel has killed because the control group of this process, such as that of a
 * container or of a unit of systemd, reached its limit of memory. The supervisor's loop calls.
 */
final class MemoryKills {

    private static final int MIB_SHIFT = 20;

    private final Optional<Group> group;
    private long seen;

    /** The files of a control group's memory: of version 2, or of version 1. */
    private record Group(Path kills, Path limit) {

        long killed() {
            return read(kills)
                    .lines()
                    .filter(line -> line.startsWith("oom_kill "))
                    .mapToLong(line -> Long.parseLong(line.substring("oom_kill ".length())))
                    .sum();
        }

        /** Returns the limit as text; empty if the group has none, so that one of a group around it was reached. */
        String limitText() {
            String bytes = read(limit).strip();
            return bytes.matches("[0-9]{1,16}") ? " of " + (Long.parseLong(bytes) >> MIB_SHIFT) + " MiB" : "";
        }
    }

    private MemoryKills(Optional<Group> group) {
        this.group = group;
        this.seen = group.map(Group::killed).orElse(0L);
    }

    /** Counts from now on; finds nothing on a system without control groups. */
    static MemoryKills ofThisProcess() {
        return of(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));
    }

    /**
     * Counts from now on.
     *
     * @param membership the file that has the groups of a process
     * @param root the directory of all groups
     */
    static MemoryKills of(Path membership, Path root) {
        return new MemoryKills(read(membership)
                .lines()
                .map(line -> line.split(":", 3))
                .filter(parts -> parts.length == 3)
                .flatMap(parts -> candidates(parts[1], parts[2].substring(1), root))
                .filter(found -> Files.isReadable(found.kills()))
                .findFirst());
    }

    /** Returns where the group may be: a container sees its own one at the root, though it is told another path. */
    private static Stream<Group> candidates(String controllers, String path, Path root) {
        if (controllers.isEmpty()) {
            return Stream.of(root.resolve(path), root)
                    .map(at -> new Group(at.resolve("memory.events"), at.resolve("memory.max")));
        }
        return controllers.equals("memory")
                ? Stream.of(root.resolve("memory").resolve(path), root.resolve("memory"))
                        .map(at -> new Group(at.resolve("memory.oom_control"), at.resolve("memory.limit_in_bytes")))
                : Stream.empty();
    }

    /** Returns why a worker died, if the kernel has killed a process for memory that no call has explained. */
    Optional<String> explain() {
        if (group.isEmpty() || group.get().killed() <= seen) {
            return Optional.empty();
        }
        seen++;
        return Optional.of("was killed, as the memory of this supervisor with its workers reached its limit"
                + group.get().limitText()
                + ": raise that (memory of the container, MemoryMax of the unit), or lower supervisor.slots or"
                + " topology.worker.heap");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}
