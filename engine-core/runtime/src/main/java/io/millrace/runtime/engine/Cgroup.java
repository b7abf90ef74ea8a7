// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A control group (version 2) of one engine. Confined to the engine's thread. */
final class Cgroup {

    private static final int PERIOD_MICROS = 100_000;
    private static final int REMOVALS = 50;
    private static final long REMOVAL_NANOS = 10_000_000L;

    private final Path directory;

    private Cgroup(Path directory) {
        this.directory = directory;
    }

    /**
     * Makes a group.
     *
     * @param memory most bytes of memory; 0 for no limit
     * @param cpuPercent most CPU time in percent of a core; 0 for no limit
     */
    static Cgroup create(Path parent, String name, long memory, int cpuPercent) throws IOException {
        Path directory = parent.resolve(name);
        if (!Files.isDirectory(directory)) {
            Files.createDirectory(directory);
        }
        try {
            if (memory > 0) {
                Files.writeString(directory.resolve("memory.max"), String.valueOf(memory));
                Files.writeString(directory.resolve("memory.oom.group"), "1");
            }
            if (cpuPercent > 0) {
                long quota = (long) cpuPercent * PERIOD_MICROS / 100;
                Files.writeString(directory.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
            }
        } catch (IOException e) {
            // A controller is missing; only directories can be removed in a control group
            Files.deleteIfExists(directory);
            throw e;
        }
        return new Cgroup(directory);
    }

    /** Returns the command that runs a command in this group, from its first instruction on. */
    List<String> wrap(List<String> command) {
        List<String> wrapped = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                "echo $$ > \"$0\" || echo it runs without limits >&2; exec \"$@\"",
                directory.resolve("cgroup.procs").toString()));
        wrapped.addAll(command);
        return wrapped;
    }

    /** Returns the command that removes the group when it is empty. */
    List<String> removal() {
        return List.of("rmdir", directory.toString());
    }

    /** Kills the processes that are left in the group, and removes it. */
    void end() {
        try {
            Path kill = directory.resolve("cgroup.kill");
            if (Files.exists(kill)) {
                Files.writeString(kill, "1");
            }
        } catch (IOException e) {
            // The kernel is too old for this file; the processes have been killed one by one
        }
        for (int i = 0; i < REMOVALS; i++) {
            try {
                Files.deleteIfExists(directory);
                return;
            } catch (IOException e) {
                // The kernel has not yet removed the last process
                LockSupport.parkNanos(REMOVAL_NANOS);
            }
        }
    }
}
