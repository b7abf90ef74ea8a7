// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.SubmittedTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.TopologyMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs main classes of Storm in threads of this process, with all values encoded as if there were several workers. */
final class InThreads implements AutoCloseable, TopologySubmitter.Target {

    private static final Duration LONG = Duration.ofSeconds(100);

    private final Millrace engine = Millrace.local().inProcess().start();
    private final List<RunningTopology> submitted = new ArrayList<>();

    /** Runs a main class with these arguments, and waits until its topology is up. */
    RunningTopology run(Class<?> main, Object... arguments) throws InterruptedException {
        RunningTopology started = start(main, arguments);
        started.awaitReady(LONG);
        return started;
    }

    /** Runs a main class with these arguments, to its end. */
    RunningTopology start(Class<?> main, Object... arguments) {
        List<String> words = new ArrayList<>(List.of(main.getName()));
        for (Object argument : arguments) {
            words.add(argument.toString());
        }
        TopologySubmitter.with(this, () -> StormMain.main(words.toArray(String[]::new)));
        return submitted.get(submitted.size() - 1);
    }

    @Override
    public void submit(String name, Topology topology, Config config) {
        submitted.add(engine.submit(
                name, topology, config.with(TopologyKeys.SERIALIZE_ALWAYS, true).with(TopologyKeys.WORKERS, 1)));
    }

    @Override
    public SubmittedTopology submitted(String name) {
        RunningTopology running = engine.topology(name).orElseThrow();
        return new SubmittedTopology() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public RunningTopology.Status status() {
                return running.status();
            }

            @Override
            public TopologyMetrics metrics() {
                return running.metrics();
            }

            @Override
            public void activate() {
                running.activate();
            }

            @Override
            public void deactivate() {
                running.deactivate();
            }

            @Override
            public void kill() {
                running.kill();
            }
        };
    }

    @Override
    public void close() {
        engine.close();
    }
}
