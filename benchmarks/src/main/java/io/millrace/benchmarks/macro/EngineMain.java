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
    private final Hosts hosts;

    private EngineMain(Engine engine, Workload workload, Path directory, Check check, Hosts hosts) {
        this.engine = engine;
        this.workload = workload;
        this.directory = directory;
        this.check = check;
        this.hosts = hosts;
    }

    public static void main(String[] arguments) throws Exception {
        EngineProcess.endWithParent();
        Engine engine = EngineProcess.find(
                Engine.class, arguments[0], known -> known.name().equals(arguments[0]));
        Workload workload = Workload.decode(arguments[1]);
        Path directory = Path.of(arguments[2]);
        Check check = Check.valueOf(arguments[3]);
        Hosts hosts = Hosts.decode(arguments[4]);
        boolean millrace = engine.name().equals(EngineCommand.MILLRACE);
        boolean able = workload.shape().tasks() == Shape.TASKS || millrace;
        String refusal = able ? engine.refusal(workload) : "it is measured with two tasks per component only";
        if (check == Check.KILL && !millrace) {
            refusal = "only Millrace's workers are killed";
        }
        if (hosts.areEmulated() && !(engine instanceof HostedEngine)) {
            refusal = "its processes run on this machine only";
        }
        if (refusal == null) {
            new EngineMain(engine, workload, directory, check, hosts).run();
        } else {
            Signals.write(directory.resolve(REFUSAL), refusal);
        }
        // Some engines leave threads behind
        System.exit(0);
    }

    private Map<Long, ProcessUse> uses() {
        return ProcessUse.now(
                hosts.all().stream().map(host -> host.command(ProcessUse.LIST)).toList());
    }

    private String usesSince(Map<Long, ProcessUse> before) {
        return uses().entrySet().stream()
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

    private AutoCloseable start() throws Exception {
        return engine instanceof HostedEngine hosted
                ? hosted.start(workload, directory, hosts)
                : engine.start(workload, directory);
    }

    private void run() throws Exception {
        // What fails is told, although closing may fail then too
        try (AutoCloseable running = start()) {
            int expected = 2 * workload.tasks();
            Signals.await("sources and sinks to be up", START_SECONDS, () -> Signals.countUp(directory) >= expected);
            Map<Long, ProcessUse> idle = uses();
            long start = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEAD_SECONDS);
            Signals.start(directory, start);
            Signals.sleepUntil(start + TimeUnit.SECONDS.toNanos(workload.warmUpSeconds()));
            HostsUse.Recording recording = HostsUse.Recording.begin(hosts);
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
            recording.end(directory);
            Signals.write(directory.resolve(PROCESSES), usesSince(idle));
            Signals.write(
                    directory.resolve("cpu"),
                    after.coresSince(before) + "\n" + after.useSince(before) + "\n" + fromMillis + "\n" + untilMillis);
            Signals.await(
                    "the sinks' reports",
                    REPORT_SECONDS,
                    () -> SinkReport.read(directory).sinks() >= workload.tasks());
            if (check != Check.NONE) {
                awaitResults();
            }
        }
    }
}
