// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a process uses beside processors: its memory from Linux's {@code /proc}, its connections from {@code ss}, as the
 * counters of calls in {@code /proc} leave out those of sockets.
 *
 * @param name its main class without the package
 * @param pssBytes its memory, with its share of what it has in common with others
 * @param connections of TCP that are established; -1 where there is no {@code ss}
 * @param bytesIn that they have received so far
 * @param bytesOut that they have sent so far
 */
public record ProcessUse(String name, long pssBytes, int connections, long bytesIn, long bytesOut) {

    /** The command that lists connections. On an emulated host it lists those of that host only. */
    public static final List<String> LIST = List.of("ss", "-tniHpO", "state", "established");

    private static final Path PROC = Path.of("/proc");
    private static final Pattern OWNER = Pattern.compile("pid=(\\d+)");
    private static final Pattern RECEIVED = Pattern.compile("bytes_received:(\\d+)");
    private static final Pattern SENT = Pattern.compile("bytes_sent:(\\d+)");

    /** The connections of a process. */
    private record Connections(int count, long bytesIn, long bytesOut) {

        static final Connections NONE = new Connections(0, 0, 0);
        static final Connections UNKNOWN = new Connections(-1, 0, 0);

        Connections plus(Connections other) {
            return new Connections(count + other.count, bytesIn + other.bytesIn, bytesOut + other.bytesOut);
        }
    }

    /** The use by this process and all that it started, by process; without those that have ended meanwhile. */
    public static Map<Long, ProcessUse> now() {
        return now(List.of(LIST));
    }

    /**
     * The same where connections are listed by several commands, each {@link #LIST} on a host.
     *
     * @param lists at least one
     */
    public static Map<Long, ProcessUse> now(List<List<String>> lists) {
        Map<Long, Connections> connections = byProcess(lists);
        Connections others = connections.isEmpty() ? Connections.UNKNOWN : Connections.NONE;
        Map<Long, ProcessUse> uses = new TreeMap<>();
        Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .map(ProcessHandle::pid)
                .forEach(process -> {
                    try {
                        Path directory = PROC.resolve(Long.toString(process));
                        Connections own = connections.getOrDefault(process, others);
                        uses.put(
                                process,
                                new ProcessUse(
                                        mainClass(directory), pss(directory), own.count, own.bytesIn, own.bytesOut));
                    } catch (IOException | UncheckedIOException e) {
                        // It has ended meanwhile
                    }
                });
        return uses;
    }

    /** The same memory and connections, and the bytes since an earlier time. */
    public ProcessUse since(ProcessUse before) {
        return before == null
                ? this
                : new ProcessUse(name, pssBytes, connections, bytesIn - before.bytesIn, bytesOut - before.bytesOut);
    }

    /** Encodes it as a line of text. */
    public String encode() {
        return String.join(" ", name, "" + pssBytes, "" + connections, "" + bytesIn, "" + bytesOut);
    }

    public static ProcessUse decode(String line) {
        String[] part = line.split(" ");
        return new ProcessUse(
                part[0],
                Long.parseLong(part[1]),
                Integer.parseInt(part[2]),
                Long.parseLong(part[3]),
                Long.parseLong(part[4]));
    }

    /** Java's main class is the first word that is the name of a class with its package. */
    private static String mainClass(Path process) throws IOException {
        String[] words = Files.readString(process.resolve("cmdline")).split("\0");
        return Stream.of(words)
                .filter(word -> word.matches("[a-z]\\w*(\\.\\w+)*\\.[A-Z]\\w*"))
                .map(word -> word.substring(word.lastIndexOf('.') + 1))
                .findFirst()
                .orElse(Path.of(words[0]).getFileName().toString());
    }

    private static long pss(Path process) throws IOException {
        try (Stream<String> lines = Files.lines(process.resolve("smaps_rollup"))) {
            return lines.filter(line -> line.startsWith("Pss:"))
                    .mapToLong(line -> Long.parseLong(line.split("\\s+")[1]) << 10)
                    .sum();
        }
    }

    /** The connections by process; empty if there is no {@code ss}. */
    private static Map<Long, Connections> byProcess(List<List<String>> lists) {
        Map<Long, Connections> all = new HashMap<>();
        // Connections of other users count as those of process 0, so that it is not empty
        all.put(0L, Connections.NONE);
        try {
            for (List<String> command : lists) {
                Process list = new ProcessBuilder(command).start();
                new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .forEach(line -> all.merge(
                                number(OWNER, line),
                                new Connections(1, number(RECEIVED, line), number(SENT, line)),
                                Connections::plus));
            }
            return all;
        } catch (IOException e) {
            return Map.of();
        }
    }

    /** The number that a pattern finds; 0 if it is not there, as nothing was sent yet. */
    private static long number(Pattern pattern, String line) {
        Matcher found = pattern.matcher(line);
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }
}
