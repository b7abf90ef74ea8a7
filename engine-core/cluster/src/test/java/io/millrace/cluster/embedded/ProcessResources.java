// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.Directories;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The resources of this process at one moment: threads, open files, listening ports, files of embedded clusters, memory
 * outside the heap, management beans, and live objects by class. Both parts are one text each, with a count and a name
 * per line, so that the snapshot itself does not count as growth.
 */
record ProcessResources(String held, String histogram) {

    private static final int ROUNDS = 4;

    /** The growth that is allowed for a class that is not the engine's, as the JVM fills its caches. */
    private static final int NOISE = 100;

    private static final long SETTLE_NANOS = 5_000_000_000L;
    private static final long POLL_NANOS = 100_000_000;
    private static final String LISTENS = "0A";
    private static final int TCP_STATE = 3;
    private static final int TCP_INODE = 9;
    private static final Pattern COUNTED_CLASS = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+(\\S+).*");

    /** The work that is repeated. */
    interface Work {
        void run() throws Exception;
    }

    /**
     * Fails if this process holds more and more: after each of several rounds of repetitions more than before the
     * round, also some seconds later, as threads may take a moment to end. Caches and classes that the JVM generates
     * fill in the first rounds.
     */
    static void assertNothingLeftBy(int repetitions, Work work) throws Exception {
        Map<String, Long> more = Map.of();
        for (int round = 0; round < ROUNDS; round++) {
            ProcessResources before = now();
            for (int i = 0; i < repetitions; i++) {
                work.run();
            }
            more = now().since(before, repetitions);
            long deadline = System.nanoTime() + SETTLE_NANOS;
            while (!more.isEmpty() && System.nanoTime() - deadline < 0) {
                LockSupport.parkNanos(POLL_NANOS);
                more = now().since(before, repetitions);
            }
            if (more.isEmpty()) {
                return;
            }
        }
        assertThat(more).as("more than before the last %d", repetitions).isEmpty();
    }

    /** Returns the present resources; collects garbage first, so that only live objects count. */
    static ProcessResources now() throws IOException, JMException {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        String histogram = (String) beans.invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
        Map<String, Long> held = new TreeMap<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            add(held, "thread " + withoutNumbers(thread.getName()), 1);
        }
        Set<String> listening = listeningInodes();
        for (String file : openFiles()) {
            add(held, "open " + withoutNumbers(file), 1);
            add(held, "listening ports", listening.contains(file) ? 1 : 0);
        }
        for (Path directory : List.of(
                Path.of(System.getProperty("java.io.tmpdir"), "millrace-" + Directories.user()),
                Directories.ipc(Config.empty()))) {
            add(held, "files in " + directory, filesOfThisProcess(directory));
        }
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            add(held, pool.getName() + " buffers", pool.getCount());
            add(held, "bytes of " + pool.getName() + " buffers", pool.getMemoryUsed());
        }
        add(held, "management beans", beans.getMBeanCount());
        StringBuilder lines = new StringBuilder();
        held.forEach(
                (name, count) -> lines.append(count).append(' ').append(name).append('\n'));
        return new ProcessResources(lines.toString(), histogram);
    }

    /** Returns the number of live objects of a class. */
    long objectsOf(String className) {
        return objectsByClass().getOrDefault(className, 0L);
    }

    /** Returns the growth: any object of the engine's classes, and one object per repetition of others. */
    private Map<String, Long> since(ProcessResources before, int repetitions) {
        Map<String, Long> more = new TreeMap<>();
        Map<String, Long> heldBefore = before.heldByName();
        heldByName().forEach((name, count) -> add(more, name, count - heldBefore.getOrDefault(name, 0L)));
        more.values().removeIf(count -> count <= 0);
        Map<String, Long> objectsBefore = before.objectsByClass();
        objectsByClass().forEach((name, count) -> {
            long grown = count - objectsBefore.getOrDefault(name, 0L);
            if (grown >= (isState(name) ? 1 : Math.max(repetitions, NOISE))) {
                more.put(name, grown);
            }
        });
        return more;
    }

    /** Whether a class of the engine holds state; the JVM keeps an object for a lambda from its first use on. */
    private static boolean isState(String className) {
        return className.contains("io.millrace.")
                && !className.contains("$$Lambda")
                && !className.equals(ProcessResources.class.getName());
    }

    private Map<String, Long> heldByName() {
        Map<String, Long> counts = new TreeMap<>();
        held.lines().map(line -> line.split(" ", 2)).forEach(words -> add(counts, words[1], Long.parseLong(words[0])));
        return counts;
    }

    private Map<String, Long> objectsByClass() {
        Map<String, Long> counts = new TreeMap<>();
        histogram
                .lines()
                .map(COUNTED_CLASS::matcher)
                .filter(Matcher::matches)
                .forEach(line -> add(counts, line.group(2), Long.parseLong(line.group(1))));
        return counts;
    }

    /** Returns a name without numbers, so that it is equal for another thread, session or port. */
    private static String withoutNumbers(String name) {
        return name.replaceAll("0x[0-9a-f]+|[0-9]+", "#");
    }

    private static Set<String> listeningInodes() throws IOException {
        Set<String> inodes = new HashSet<>();
        for (Path table : List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"))) {
            if (Files.exists(table)) {
                for (String line : Files.readAllLines(table)) {
                    String[] words = line.trim().split("\\s+");
                    if (words[TCP_STATE].equals(LISTENS)) {
                        inodes.add("socket:[" + words[TCP_INODE] + "]");
                    }
                }
            }
        }
        return inodes;
    }

    private static List<String> openFiles() throws IOException {
        Path directory = Path.of("/proc/self/fd");
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(ProcessResources::target).toList();
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "closed";
        }
    }

    /** Counts files and directories of clusters whose lock names this process, as others may run on this machine. */
    private static long filesOfThisProcess(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(directory, 2)) {
            return files.filter(file -> file.toString()
                            .contains("-" + ProcessHandle.current().pid() + "-"))
                    .count();
        }
    }

    private static void add(Map<String, Long> counts, String name, long more) {
        counts.merge(name, more, Long::sum);
    }
}
