package io.millrace.benchmarks.macro;

import io.millrace.benchmarks.machine.CoreUse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The process of one measurement: starts an engine, gives the start signal, waits for the sinks, stops. */
public final class EngineMain {

    /** The file that says why an engine cannot run the workload. */
    static final String REFUSAL = "refusal";

    private static final long START_SECONDS = 90;
    private static final long LEAD_SECONDS = 1;
    private static final long REPORT_SECONDS = 60;
    private static final long POLL_MILLIS = 50;

    private final Engine engine;
    private final Workload workload;
    private final Path directory;

    private EngineMain(Engine engine, Workload workload, Path directory) {
        this.engine = engine;
        this.workload = workload;
        this.directory = directory;
    }

    public static void main(String[] arguments) throws Exception {
        EngineProcess.endWithParent();
        // A peer's own classes come first on its class path, and what Millrace's engine needs is not on it
        Engine engine = ServiceLoader.load(Engine.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(known -> known.name().equals(arguments[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no engine " + arguments[0] + " on the class path"));
        Workload workload = Workload.decode(arguments[1]);
        Path directory = Path.of(arguments[2]);
        boolean able = workload.shape().tasks() == Shape.TASKS || engine.name().equals(EngineCommand.MILLRACE);
        String refusal = able ? engine.refusal(workload) : "it is measured with two tasks per component only";
        if (refusal == null) {
            new EngineMain(engine, workload, directory).run();
        } else {
            Signals.write(directory.resolve(REFUSAL), refusal);
        }
        // Some engines leave threads behind
        System.exit(0);
    }

    private void run() throws Exception {
        AutoCloseable running = engine.start(workload, directory);
        try {
            int expected = 2 * workload.shape().tasks();
            await("sources and sinks to be up", START_SECONDS, () -> Signals.countUp(directory) >= expected);
            long start = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEAD_SECONDS);
            Signals.start(directory, start);
            sleepUntil(start + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds()));
            Map<Long, Duration> before = cpuTimes();
            CoreUse useBefore = CoreUse.of(before.keySet());
            long from = System.nanoTime();
            long fromMillis = System.currentTimeMillis();
            sleepUntil(start + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds() + workload.seconds()));
            long untilMillis = System.currentTimeMillis();
            CoreUse use = CoreUse.of(before.keySet());
            Map<Long, Duration> after = cpuTimes();
            double seconds = (System.nanoTime() - from) / 1e9;
            long spent = after.entrySet().stream()
                    .mapToLong(entry -> entry.getValue()
                            .minus(before.getOrDefault(entry.getKey(), Duration.ZERO))
                            .toNanos())
                    .sum();
            Signals.write(
                    directory.resolve("cpu"),
                    spent / 1e9 / seconds + "\n" + use.since(useBefore, seconds) + "\n" + fromMillis + "\n"
                            + untilMillis);
            await(
                    "the sinks' reports",
                    REPORT_SECONDS,
                    () -> SinkReport.read(directory).sinks() >= workload.shape().tasks());
        } finally {
            running.close();
        }
    }

    /** Of this process and all that it started, which do not end while recording is on. */
    private static Map<Long, Duration> cpuTimes() {
        Map<Long, Duration> times = new HashMap<>();
        Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .forEach(process ->
                        process.info().totalCpuDuration().ifPresent(spent -> times.put(process.pid(), spent)));
        return times;
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(String what, long seconds, Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("waited " + seconds + " s in vain for " + what);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static void sleepUntil(long nanoTime) throws InterruptedException {
        long left = nanoTime - System.nanoTime();
        if (left > 0) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
    }
}
