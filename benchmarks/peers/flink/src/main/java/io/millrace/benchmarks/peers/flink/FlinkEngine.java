// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.Engine;
import io.millrace.benchmarks.macro.EngineProcess;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Flink: with one worker a local cluster of one task manager in this process; with more a standalone cluster, whose job
 * manager is this process and whose task managers, of one slot each, are processes that it starts.
 */
public final class FlinkEngine implements Engine {

    static final String HOST = "127.0.0.1";

    @Override
    public String name() {
        return "flink";
    }

    @Override
    public String refusal(Workload workload) {
        return workload.acked()
                ? "Flink takes snapshots of the whole job and does not track single tuples, so there is nothing to compare acking with"
                : null;
    }

    @Override
    public AutoCloseable start(Workload workload, Path directory) throws Exception {
        Configuration configuration = configuration();
        if (workload.promise().exactlyOnce()) {
            Checkpoints.configure(configuration, workload.promise(), directory);
        }
        return workload.workers() == 1
                ? local(workload, directory, configuration)
                : standalone(workload.workers(), configuration, environment -> {
                    environment.setParallelism(Shape.TASKS);
                    Job.define(environment, workload, directory);
                });
    }

    /** The configuration of a cluster on this machine that does not start a failed job again. */
    static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(JobManagerOptions.ADDRESS, HOST);
        configuration.set(JobManagerOptions.BIND_HOST, HOST);
        configuration.set(JobManagerOptions.PORT, 0);
        configuration.set(RestOptions.ADDRESS, HOST);
        configuration.set(RestOptions.BIND_ADDRESS, HOST);
        configuration.set(RestOptions.BIND_PORT, "0");
        return configuration;
    }

    private static AutoCloseable local(Workload workload, Path directory, Configuration configuration)
            throws Exception {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(Shape.TASKS, configuration);
        Job.define(environment, workload, directory);
        return environment.executeAsync("benchmark")::cancel;
    }

    /** Defines a job. */
    interface Definition {
        void define(StreamExecutionEnvironment environment);
    }

    /** A cluster on this machine with so many task managers of one slot each, and the job on it. */
    static AutoCloseable standalone(int taskManagers, Configuration configuration, Definition job) throws Exception {
        List<AutoCloseable> parts = new ArrayList<>();
        AutoCloseable all = () -> {
            for (AutoCloseable part : parts) {
                part.close();
            }
        };
        try {
            StandaloneSessionClusterEntrypoint manager = new StandaloneSessionClusterEntrypoint(configuration);
            manager.startCluster();
            for (int i = 0; i < taskManagers; i++) {
                parts.add(EngineProcess.start(TaskManager.class, Integer.toString(manager.getRpcPort())));
            }
            parts.add(manager);
            StreamExecutionEnvironment environment =
                    StreamExecutionEnvironment.createRemoteEnvironment(HOST, manager.getRestPort());
            job.define(environment);
            environment.executeAsync("benchmark");
        } catch (Exception e) {
            all.close();
            throw e;
        }
        return all;
    }
}
