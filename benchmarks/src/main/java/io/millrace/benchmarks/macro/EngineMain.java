// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.benchmarks.machine.ProcessUse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The process of one measurement: starts an engine, gives the start signal, waits for the sinks, stops. */
public final class EngineMain {

    /** The file that says why an engine cannot run the workload. */
    static final String REFUSAL = "refusal";

    /** The file with what the engine's processes used from the start signal on, a line for each. */
    static final String PROCESSES = "processes";

    private static final long START_SECONDS = 90;
    private static final long LEAD_SECONDS = 1;
    private static final long REPORT_SECONDS = 60;

    private final Engine engine;
    private final Workload workload;
    private final Path directory;
    private final Check check;

    private EngineMain(Engine engine, Workload workload, Path directory, Check check) {
        this.engine = engine;
        this.workload = workload;
        this.directory = directory;
        this.check = check;
    }

    public static void main(String[] arguments) throws Exception {
        EngineProcess.endWithParent();
        Engine engine = EngineProcess.find(
                Engine.class, arguments[0], known -> known.name().equals(arguments[0]));
        Workload workload = Workload.decode(arguments[1]);
        Path directory = Path.of(arguments[2]);
        Check check = Check.valueOf(arguments[3]);
        boolean millrace = engine.name().equals(EngineCommand.MILLRACE);
        boolean able = workload.shape().tasks() == Shape.TASKS || millrace;
        String refusal = able ? engine.refusal(workload) : "it is measured with two tasks per component only";
        if (check == Check.KILL && !millrace) {
            refusal = "only Millrace's workers are killed";
        }
        if (refusal == null) {
            new EngineMain(engine, workload, directory, check).run();
        } else {
            Signals.write(directory.resolve(REFUSAL), refusal);
        }
        // Some engines leave threads behind
        System.exit(0);
    }

    private static String usesSince(Map<Long, ProcessUse> before) {
        return ProcessUse.now().entrySet().stream()
                .map(process ->
                        process.getValue().since(before.get(process.getKey())).encode())
                .collect(Collectors.joining("\n"));
    }

    /** What does not come in time is missing in the comparison. */
    private void awaitResults() throws IOException, InterruptedException {
        AdCheck results = new AdCheck(workload, directory);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(REPORT_SECONDS);
        while (!results.isComplete() && System.nanoTime() - end < 0) {
            Signals.sleepUntil(System.nanoTime() + TimeUnit.SECONDS.toNanos(1));
        }
    }

    private void run() throws Exception {
        // What fails is told, although closing may fail then too
        try (AutoCloseable running = engine.start(workload, directory)) {
            int expected = 2 * workload.shape().tasks();
            Signals.await("sources and sinks to be up", START_SECONDS, () -> Signals.countUp(directory) >= expected);
            Map<Long, ProcessUse> idle = ProcessUse.now();
            long start = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEAD_SECONDS);
            Signals.start(directory, start);
            Signals.sleepUntil(start + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds()));
            CpuRecord before = CpuRecord.now();
            long fromMillis = System.currentTimeMillis();
            if (check == Check.KILL && running instanceof Engine.Killable killable) {
                Signals.sleepUntil(start
                        + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds())
                        + TimeUnit.SECONDS.toNanos(workload.seconds()) / 2);
                killable.killWorker();
            }
            Signals.sleepUntil(start + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds() + workload.seconds()));
            long untilMillis = System.currentTimeMillis();
            CpuRecord after = CpuRecord.now();
            Signals.write(directory.resolve(PROCESSES), usesSince(idle));
            Signals.write(
                    directory.resolve("cpu"),
                    after.coresSince(before) + "\n" + after.useSince(before) + "\n" + fromMillis + "\n" + untilMillis);
            Signals.await(
                    "the sinks' reports",
                    REPORT_SECONDS,
                    () -> SinkReport.read(directory).sinks() >= workload.shape().tasks());
            if (check != Check.NONE) {
                awaitResults();
            }
        }
    }
}
