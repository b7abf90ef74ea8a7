// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import io.millrace.api.config.TopologyKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks settings of the kernel that cost latency; if a file does not exist, the kernel has no such setting. */
final class KernelCheck implements Check {

    private static final Path TCP = Path.of("/proc/sys/net/ipv4");
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)]");

    @Override
    public List<Finding> examine(Plan plan, Machine machine) {
        if (!plan.has(DaemonKind.SUPERVISOR)) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        congestion(plan, machine).ifPresent(findings::add);
        hugePages(machine).ifPresent(findings::add);
        return findings;
    }

    private static Optional<Finding> congestion(Plan plan, Machine machine) {
        String name = "congestion control";
        String wanted = plan.config().get(TopologyKeys.TRANSPORT_CONGESTION);
        String usual = text(machine, TCP.resolve("tcp_congestion_control"));
        String allowed = text(machine, TCP.resolve("tcp_allowed_congestion_control"));
        if (usual.isEmpty()) {
            return Optional.empty();
        }
        if (!wanted.isEmpty()) {
            String found = wanted + " (" + TopologyKeys.TRANSPORT_CONGESTION.name() + ")";
            return Optional.of(
                    List.of(allowed.split("\\s+")).contains(wanted)
                            ? Finding.ok(name, found)
                            : Finding.problem(
                                    name,
                                    found + ", but the kernel allows " + allowed,
                                    "modprobe tcp_" + wanted
                                            + ", and add it to net.ipv4.tcp_allowed_congestion_control"));
        }
        return Optional.of(
                usual.equals("bbr")
                        ? Finding.warning(
                                name,
                                "bbr, which slows down to four packets for 0.2 s of every 10 s",
                                "set " + TopologyKeys.TRANSPORT_CONGESTION.name()
                                        + ": cubic, unless a path loses packets (docs/network.md)")
                        : Finding.ok(name, usual));
    }

    private static Optional<Finding> hugePages(Machine machine) {
        String name = "transparent huge pages";
        Matcher chosen = CHOSEN.matcher(text(machine, HUGE_PAGES));
        if (!chosen.find()) {
            return Optional.empty();
        }
        return Optional.of(
                chosen.group(1).equals("always")
                        ? Finding.warning(
                                name,
                                "always: the kernel may stop a thread while it makes a huge page",
                                "echo madvise > " + HUGE_PAGES)
                        : Finding.ok(name, chosen.group(1)));
    }

    private static String text(Machine machine, Path file) {
        return machine.read(file).orElse("").strip();
    }
}
