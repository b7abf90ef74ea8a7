// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * A process with its children, as Linux shows them. Children whose parent has ended are found by a mark in their
 * environment, which they inherit. Stateless; any thread.
 */
final class ProcessTree {

    /** The environment variable that holds the mark. */
    static final String VARIABLE = "MILLRACE_ENGINE";

    private static final Path PROC = Path.of("/proc");
    private static final int MOST_ROUNDS = 200;
    private static final long ROUND_NANOS = 5_000_000L;

    private ProcessTree() {}

    /** Sends SIGKILL to a process, its children, and all processes with this mark, until none of them is left. */
    static void kill(ProcessHandle root, String mark) {
        Set<Long> targets = new LinkedHashSet<>();
        root.descendants().forEach(child -> targets.add(child.pid()));
        root.destroyForcibly();
        kill(targets, variable(mark, true));
    }

    /** Sends SIGKILL to all processes whose mark begins with a prefix, until none of them is left. */
    static void killMarked(String prefix) {
        kill(new LinkedHashSet<>(), variable(prefix, false));
    }

    private static void kill(Set<Long> targets, byte[] variable) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            targets.addAll(marked(variable));
            targets.removeIf(pid -> !runs(pid));
            if (targets.isEmpty()) {
                return;
            }
            for (long pid : targets) {
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            }
            LockSupport.parkNanos(ROUND_NANOS);
        }
    }

    /** Returns whether no process runs whose mark begins with a prefix. */
    static boolean noneMarked(String prefix) {
        return marked(variable(prefix, false)).stream().noneMatch(ProcessTree::runs);
    }

    private static byte[] variable(String mark, boolean whole) {
        return (VARIABLE + '=' + mark + (whole ? "\0" : "")).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the processes that have this variable in their environment. */
    private static List<Long> marked(byte[] variable) {
        List<Long> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path each : all) {
                if (contains(read(each.resolve("environ")), variable)) {
                    found.add(Long.parseLong(each.getFileName().toString()));
                }
            }
        } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
            // The system is not Linux
        }
        return found;
    }

    private static boolean contains(byte[] environment, byte[] wanted) {
        for (int start = 0; start + wanted.length <= environment.length; start++) {
            if (start > 0 && environment[start - 1] != 0) {
                continue;
            }
            int same = 0;
            while (same < wanted.length && environment[start + same] == wanted[same]) {
                same++;
            }
            if (same == wanted.length) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a process can still run: a zombie cannot. */
    static boolean runs(long pid) {
        String stat = new String(read(PROC.resolve(pid + "/stat")), StandardCharsets.ISO_8859_1);
        // The state follows the name, which is in parentheses and may contain any character
        int state = stat.lastIndexOf(')') + 2;
        return state > 1 && state < stat.length() && stat.charAt(state) != 'Z' && stat.charAt(state) != 'X';
    }

    /**
     * Returns the memory of a process and its children in bytes, as far as it is shown.
     *
     * @param exact bytes from which on each process counts its part of the pages that it shares with others, as far as
     *     the kernel shows that. The kernel looks at each page for it; below this number each process counts shared
     *     pages in full
     */
    static long memoryBytes(long pid, long exact) {
        List<Long> all = new ArrayList<>();
        addTree(pid, all);
        long resident = all.stream().mapToLong(ProcessTree::residentBytes).sum();
        return resident <= exact
                ? resident
                : all.stream().mapToLong(ProcessTree::proportionalBytes).sum();
    }

    private static void addTree(long pid, List<Long> all) {
        all.add(pid);
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(PROC.resolve(pid + "/task"))) {
            for (Path thread : threads) {
                for (String line : lines(thread.resolve("children"))) {
                    for (String child : line.strip().split(" ")) {
                        if (!child.isEmpty()) {
                            addTree(Long.parseLong(child), all);
                        }
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The process has ended
        }
    }

    private static long residentBytes(long pid) {
        return kibibytes(PROC.resolve(pid + "/status"), "VmRSS:").orElse(0) << 10;
    }

    private static long proportionalBytes(long pid) {
        OptionalLong shares = kibibytes(PROC.resolve(pid + "/smaps_rollup"), "Pss:");
        return shares.isPresent() ? shares.getAsLong() << 10 : residentBytes(pid);
    }

    private static OptionalLong kibibytes(Path file, String name) {
        return lines(file).stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst();
    }

    private static List<String> lines(Path file) {
        return new String(read(file), StandardCharsets.ISO_8859_1).lines().toList();
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            // The process has ended, or belongs to another user
            return new byte[0];
        }
    }
}
