// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.demo;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cli.backend.Backend;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cli.exit.StopSignal;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Terminal;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.jar.JarSubmission;
import io.millrace.cluster.jar.TopologyJar;
import io.millrace.cluster.model.ClusterException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs one demonstration, from reading the text to removing all files. */
public final class Demo {

    private static final String TOPOLOGY = "wordcount-demo";
    private static final Duration KILL_WAIT = Duration.ofSeconds(30);
    private static final int LOG_LINES = 20;

    private final DemoOptions options;
    private final Supplier<Backend.Embedded> embed;
    private final Terminal terminal;
    private final StopSignal stop;

    /** @param embed starts an embedded cluster */
    public Demo(DemoOptions options, Supplier<Backend.Embedded> embed, Terminal terminal, StopSignal stop) {
        this.options = options;
        this.embed = embed;
        this.terminal = terminal;
        this.stop = stop;
    }

    /** Runs the demonstration; empty if it was stopped. */
    public Optional<DemoReport> run() {
        long begun = System.nanoTime();
        TopologyJar jar = TopologyJar.at(options.program().jar());
        try (ScratchDirectory directory = ScratchDirectory.make()) {
            DemoText text = options.input().copy(directory.resolve("input.txt"));
            int passes = options.passes(text.lines());
            announce(text, passes);
            Map<String, Long> expected = BatchCount.of(text.file(), passes);
            terminal.line("starting ZooKeeper, a controller and a supervisor inside this process");
            try (Backend.Embedded embedded = embed.get()) {
                Cluster cluster = embedded.cluster();
                long submitted = System.nanoTime();
                long submittedMillis = System.currentTimeMillis();
                JarSubmission.of(
                                jar,
                                options.program().libs(),
                                TOPOLOGY,
                                List.of(text.file().toString(), directory.path().toString()))
                        .submit(cluster, settings(passes));
                Progress progress = new Progress(terminal, submitted);
                long killAt = options.kill() ? text.lines() * passes / 2 : -1;
                Watch watch = new Watch(cluster, TOPOLOGY, progress, stop::await, killAt);
                if (!watchUntilCompleted(cluster, watch)) {
                    progress.say("stopped: ending the workers and removing all files");
                    return Optional.empty();
                }
                double seconds = (System.nanoTime() - submitted) / 1e9;
                cluster.kill(TOPOLOGY, KILL_WAIT);
                Comparison comparison = Comparison.of(CountFiles.read(directory.resolve("counts")), expected);
                return Optional.of(DemoReport.of(
                        text,
                        passes,
                        seconds,
                        (submitted - begun) / 1e9,
                        watch.firstTupleMillis(submittedMillis),
                        watch,
                        comparison));
            }
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "cannot read or write the text: " + e.getMessage(), e);
        }
    }

    private void announce(DemoText text, int passes) {
        String pace = options.rate() == 0
                ? "as fast as they are taken"
                : "at " + Format.count(options.rate()) + " sentences/s, about "
                        + Format.count((long) Math.ceil((double) text.lines() * passes / options.rate())) + " s";
        terminal.line("counting the words of " + Format.count(text.lines()) + " lines from "
                + (text.files() == 1 ? "one text" : text.files() + " texts")
                + (passes == 1 ? "" : ", read " + passes + " times") + ", " + pace);
    }

    private Config settings(int passes) {
        return options.settings()
                .with(TopologyKeys.WORKERS, options.workers())
                .with("app.wordcount.repeat", passes)
                .with("app.wordcount.rate", options.rate());
    }

    private boolean watchUntilCompleted(Cluster cluster, Watch watch) {
        try {
            return watch.untilCompleted();
        } catch (CommandFailure | ClusterException e) {
            printLogs(cluster);
            throw e;
        }
    }

    private void printLogs(Cluster cluster) {
        try {
            cluster.logs(TOPOLOGY, null, LOG_LINES).forEach(log -> {
                terminal.errorLine("==> " + log.worker() + " on " + log.node() + " <==");
                log.lines().forEach(terminal::errorLine);
            });
        } catch (ClusterException e) {
            terminal.errorLine("no logs: " + e.getMessage());
        }
    }
}
