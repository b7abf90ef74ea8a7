// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Checks the kernel's limits of this process, which also hold for daemons that its user starts in the same way. */
final class LimitsCheck implements Check {

    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Path GROUP = Path.of("/proc/self/cgroup");
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");

    /** The least number of open files; the REST interface alone takes 1024 connections. */
    private static final long FEWEST_FILES = 4_096;

    private static final long GOOD_FILES = 16_384;

    /** The threads of a daemon, which count as processes; a worker of few executors has about 30. */
    private static final long THREADS_OF_DAEMON = 100;

    private static final long THREADS_OF_WORKER = 60;

    @Override
    public List<Finding> examine(Plan plan, Machine machine) {
        Optional<String> limits = machine.read(LIMITS);
        if (limits.isEmpty()) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        limit(limits.get(), "Max open files").ifPresent(files -> findings.add(files(files)));
        OptionalLong processes = limit(limits.get(), "Max processes");
        OptionalLong group = groupLimit(machine);
        if (processes.isPresent() || group.isPresent()) {
            long most = Math.min(processes.orElse(Long.MAX_VALUE), group.orElse(Long.MAX_VALUE));
            findings.add(processes(plan, machine, most));
        }
        return findings;
    }

    private static Finding files(long files) {
        String name = "open files";
        String remedy = "raise it: LimitNOFILE of the systemd unit, 'ulimit -n', or nofile of the container";
        if (files < FEWEST_FILES) {
            return Finding.problem(name, "at most " + text(files) + ", a daemon may need " + FEWEST_FILES, remedy);
        }
        return files < GOOD_FILES
                ? Finding.warning(name, "at most " + text(files), remedy)
                : Finding.ok(name, "at most " + text(files));
    }

    private static Finding processes(Plan plan, Machine machine, long most) {
        String name = "processes";
        long needed = THREADS_OF_DAEMON;
        if (plan.has(DaemonKind.SUPERVISOR)) {
            needed += SharedMemoryCheck.slots(plan.config(), machine.cores()) * THREADS_OF_WORKER;
        }
        String found = "at most " + text(most) + " with threads; all slots take about " + needed;
        return most < needed
                ? Finding.problem(
                        name,
                        found,
                        "raise it (LimitNPROC and TasksMax of the systemd unit, 'ulimit -u', pids of the container), or lower "
                                + ClusterKeys.SUPERVISOR_SLOTS.name())
                : Finding.ok(name, found);
    }

    private static String text(long limit) {
        return limit == Long.MAX_VALUE ? "any number" : Long.toString(limit);
    }

    /**
     * Returns the soft limit, the first of the two figures, which is the effective one; Java itself raises that of open
     * files.
     */
    private static OptionalLong limit(String limits, String name) {
        return limits.lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length()).strip().split("\\s+")[0])
                .mapToLong(LimitsCheck::number)
                .findFirst();
    }

    /** Returns the limit of the control group, version 2. */
    private static OptionalLong groupLimit(Machine machine) {
        return machine.read(GROUP).stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("0::/"))
                .map(line -> machine.read(
                        GROUPS.resolve(line.substring("0::/".length())).resolve("pids.max")))
                .flatMap(Optional::stream)
                .mapToLong(text -> number(text.strip()))
                .findFirst();
    }

    private static long number(String text) {
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
    }
}
