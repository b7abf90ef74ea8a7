// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.ProcessUse;
import io.millrace.cluster.worker.WorkerMain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the workers on the hosts of a lab use at one time. They are processes that the supervisors have started, which
 * this process has.
 *
 * @param uses by process
 * @param ends of TCP connections between workers on different hosts: two for each
 * @param atNanos of {@link System#nanoTime}
 */
record WorkersLook(Map<Long, ProcessUse> uses, int ends, long atNanos) {

    private static final String WORKER = WorkerMain.class.getSimpleName();

    static WorkersLook now(Lab lab) throws IOException {
        long atNanos = System.nanoTime();
        Map<Long, ProcessUse> uses =
                ProcessUse.now(lab.hosts().stream()
                                .map(host -> lab.on(host, ProcessUse.LIST))
                                .toList())
                        .entrySet()
                        .stream()
                        .filter(process -> process.getValue().name().equals(WORKER))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        int ends = 0;
        for (String host : lab.hosts()) {
            ends += ends(lab, host, uses.keySet());
        }
        return new WorkersLook(uses, ends, atNanos);
    }

    private static int ends(Lab lab, String host, Set<Long> workers) throws IOException {
        String others = lab.hosts().stream()
                .filter(other -> !other.equals(host))
                .map(other -> "dst " + lab.address(other))
                .collect(Collectors.joining(" or ", "( ", " )"));
        List<String> list = new ArrayList<>(List.of("ss", "-tnpHO", "state", "established"));
        list.addAll(Arrays.asList(others.split(" ")));
        Process listing = new ProcessBuilder(lab.on(host, list)).start();
        String said = new String(listing.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return (int) said.lines()
                .filter(line -> workers.stream().anyMatch(worker -> line.contains("pid=" + worker + ",")))
                .count();
    }
}
