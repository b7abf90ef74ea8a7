// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Who had the machine's cores so far and who waited for one: what a high percentile consists of where threads are not
 * pinned. From Linux's run queue statistics of each thread ({@code /proc/PID/task/TID/schedstat}), and the time that
 * the host of a virtual machine gave to others ({@code steal} of {@code /proc/stat}), which is counted in ticks of 10
 * ms.
 */
public final class CoreUse {

    private static final double NANOS_OF_TICK = 1e7;
    private static final int STEAL = 8;

    /** What threads do, by the names that the kernel keeps the first 15 bytes of. */
    private enum Kind {
        EXECUTORS("executors", "millrace-w\\d+-e.*"),
        COMPILERS("compilers", "C[12] CompilerThre.*"),
        COLLECTORS("collectors", "VM Thread|GC Thread.*|G1 .*|Gang worker.*"),
        OTHERS("other threads", ".*");

        private final String title;
        private final Pattern names;

        Kind(String title, String names) {
            this.title = title;
            this.names = Pattern.compile(names);
        }

        static Kind of(String name) {
            for (Kind kind : values()) {
                if (kind.names.matcher(name).matches()) {
                    return kind;
                }
            }
            throw new AssertionError(name);
        }
    }

    private record Times(Kind kind, long ranNanos, long waitedNanos) {}

    /** The times by thread, so that one which ends between two looks takes nothing off the others. */
    private final Map<Path, Times> times;

    private final double stolenNanos;

    private CoreUse(Map<Path, Times> times, double stolenNanos) {
        this.times = times;
        this.stolenNanos = stolenNanos;
    }

    /** The use by all threads that these processes have now. */
    public static CoreUse of(Collection<Long> processes) throws IOException {
        return of(Path.of("/proc"), processes);
    }

    static CoreUse of(Path proc, Collection<Long> processes) throws IOException {
        Map<Path, Times> times = new HashMap<>();
        for (long process : processes) {
            String[] threads = proc.resolve(process + "/task").toFile().list();
            // Null: the process has ended meanwhile
            for (String thread : threads == null ? new String[0] : threads) {
                Path directory = proc.resolve(process + "/task/" + thread);
                try {
                    String name = Files.readString(directory.resolve("comm")).strip();
                    String[] word =
                            Files.readString(directory.resolve("schedstat")).split(" ");
                    times.put(directory, new Times(Kind.of(name), Long.parseLong(word[0]), Long.parseLong(word[1])));
                } catch (IOException e) {
                    // This thread has ended meanwhile; the others count
                }
            }
        }
        return new CoreUse(times, stolenTicks(proc.resolve("stat")) * NANOS_OF_TICK);
    }

    private static long stolenTicks(Path stat) throws IOException {
        if (!Files.exists(stat)) {
            // Not Linux: nobody tells who had the cores
            return 0;
        }
        try (var lines = Files.lines(stat)) {
            return Long.parseLong(lines.findFirst().orElseThrow().split(" +")[STEAL]);
        }
    }

    /**
     * Says in one line what each kind of thread had of a core since then, and how much more it would have run if there
     * had been one. Threads that have ended are not in it.
     */
    public String since(CoreUse before, double seconds) {
        StringBuilder text = new StringBuilder("cores had");
        for (Kind kind : Kind.values()) {
            long ran = 0;
            long waited = 0;
            for (Map.Entry<Path, Times> thread : times.entrySet()) {
                Times now = thread.getValue();
                if (now.kind == kind) {
                    Times then = before.times.getOrDefault(thread.getKey(), new Times(kind, 0, 0));
                    ran += now.ranNanos - then.ranNanos;
                    waited += now.waitedNanos - then.waitedNanos;
                }
            }
            text.append(String.format(
                    " by %s %.3f (waited %.3f),", kind.title, ran / 1e9 / seconds, waited / 1e9 / seconds));
        }
        return text.append(String.format(
                        " by other guests of the host %.3f", (stolenNanos - before.stolenNanos) / 1e9 / seconds))
                .toString();
    }
}
