package io.millrace.benchmarks.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Who had the machine's cores so far and who waited for one: what a high percentile consists of where threads are not pinned. From
 * Linux's run queue statistics of each thread ({@code /proc/PID/task/TID/schedstat}), and the time that the host of a virtual machine
 * gave to others ({@code steal} of {@code /proc/stat}), which is counted in ticks of 10 ms.
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

    private record Times(long ranNanos, long waitedNanos) {

        Times plus(Times more) {
            return new Times(ranNanos + more.ranNanos, waitedNanos + more.waitedNanos);
        }
    }

    private final Map<Kind, Times> times;
    private final double stolenNanos;

    private CoreUse(Map<Kind, Times> times, double stolenNanos) {
        this.times = times;
        this.stolenNanos = stolenNanos;
    }

    /** Of all threads that these processes have now; what has ended is not in it. */
    public static CoreUse of(Collection<Long> processes) throws IOException {
        return of(Path.of("/proc"), processes);
    }

    static CoreUse of(Path proc, Collection<Long> processes) throws IOException {
        Map<Kind, Times> times = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            times.put(kind, new Times(0, 0));
        }
        for (long process : processes) {
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(
                    proc.resolve(Long.toString(process)).resolve("task"))) {
                for (Path thread : threads) {
                    String name = Files.readString(thread.resolve("comm")).strip();
                    String[] word =
                            Files.readString(thread.resolve("schedstat")).split(" ");
                    times.merge(
                            Kind.of(name), new Times(Long.parseLong(word[0]), Long.parseLong(word[1])), Times::plus);
                }
            } catch (IOException e) {
                // It has ended meanwhile
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

    /** In one line: what each kind of thread had of a core since then, and how much more it would have run if there had been one. */
    public String since(CoreUse before, double seconds) {
        StringBuilder text = new StringBuilder("cores had");
        times.forEach((kind, now) -> {
            Times then = before.times.get(kind);
            text.append(String.format(
                    " by %s %.3f (waited %.3f),",
                    kind.title,
                    (now.ranNanos - then.ranNanos) / 1e9 / seconds,
                    (now.waitedNanos - then.waitedNanos) / 1e9 / seconds));
        });
        return text.append(String.format(
                        " by other guests of the host %.3f", (stolenNanos - before.stolenNanos) / 1e9 / seconds))
                .toString();
    }
}
