// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.EngineProcess;
import io.millrace.benchmarks.macro.HostedEngine;
import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Flink: with one worker a local cluster of one task manager in this process; with more a standalone cluster, whose job
 * manager is this process and whose task managers are processes that it starts: of one slot each on this machine, and
 * on hosts one on each, whose slots are its workers.
 */
public final class FlinkEngine implements HostedEngine {

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
    public AutoCloseable start(Workload workload, Path directory, Hosts hosts) throws Exception {
        Configuration configuration = configuration(hosts.hub());
        if (workload.promise().exactlyOnce()) {
            Checkpoints.configure(configuration, workload.promise(), directory);
        }
        return workload.workers() == 1 && !hosts.areEmulated()
                ? local(workload, directory, configuration)
                : standalone(taskManagers(hosts, workload.workers()), configuration, environment -> {
                    environment.setParallelism(workload.tasks());
                    Job.define(environment, workload, directory);
                });
    }

    /** The configuration of a cluster that does not start a failed job again, with its job manager on this host. */
    static Configuration configuration(Hosts.Host host) {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(JobManagerOptions.ADDRESS, host.address());
        configuration.set(JobManagerOptions.BIND_HOST, host.address());
        configuration.set(JobManagerOptions.PORT, 0);
        configuration.set(RestOptions.ADDRESS, host.address());
        configuration.set(RestOptions.BIND_ADDRESS, host.address());
        configuration.set(RestOptions.BIND_PORT, "0");
        return configuration;
    }

    private static AutoCloseable local(Workload workload, Path directory, Configuration configuration)
            throws Exception {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(workload.tasks(), configuration);
        Job.define(environment, workload, directory);
        return environment.executeAsync("benchmark")::cancel;
    }

    /** Defines a job. */
    interface Definition {
        void define(StreamExecutionEnvironment environment);
    }

    /** A process that takes tasks, and how many of each component. */
    record Slots(Hosts.Host host, int count) {}

    private static List<Slots> taskManagers(Hosts hosts, int workers) {
        return hosts.areEmulated()
                ? hosts.workers().stream()
                        .map(host -> new Slots(host, hosts.slots(workers)))
                        .toList()
                : onThisMachine(workers);
    }

    /** So many task managers of one slot each. */
    static List<Slots> onThisMachine(int taskManagers) {
        return Collections.nCopies(taskManagers, new Slots(Hosts.HERE.hub(), 1));
    }

    /** A cluster with its job manager in this process, and the job on it. */
    static AutoCloseable standalone(List<Slots> taskManagers, Configuration configuration, Definition job)
            throws Exception {
        List<AutoCloseable> parts = new ArrayList<>();
        AutoCloseable all = () -> {
            for (AutoCloseable part : parts) {
                part.close();
            }
        };
        try {
            StandaloneSessionClusterEntrypoint manager = new StandaloneSessionClusterEntrypoint(configuration);
            manager.startCluster();
            String address = configuration.get(JobManagerOptions.ADDRESS);
            for (Slots slots : taskManagers) {
                parts.add(EngineProcess.start(
                        slots.host(),
                        List.of(),
                        TaskManager.class,
                        address,
                        Integer.toString(manager.getRpcPort()),
                        slots.host().address(),
                        Integer.toString(slots.count())));
            }
            parts.add(manager);
            StreamExecutionEnvironment environment =
                    StreamExecutionEnvironment.createRemoteEnvironment(address, manager.getRestPort());
            job.define(environment);
            environment.executeAsync("benchmark");
        } catch (Exception e) {
            all.close();
            throw e;
        }
        return all;
    }
}
