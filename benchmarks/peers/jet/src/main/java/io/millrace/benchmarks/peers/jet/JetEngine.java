// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.function.ConsumerEx;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import io.millrace.benchmarks.macro.EngineProcess;
import io.millrace.benchmarks.macro.HostedEngine;
import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.macro.Installation;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Hazelcast Jet: this process is the first member, each further one a process that it starts. On hosts each has one
 * member, and this process, on the hub, is a client.
 */
public final class JetEngine implements HostedEngine {

    static final long JOIN_SECONDS = 60;
    private static final long POLL_MILLIS = 20;

    @Override
    public String name() {
        return "jet";
    }

    @Override
    public String refusal(Workload workload) {
        return workload.acked()
                ? "Jet takes snapshots of the whole job and does not track single tuples, so there is nothing to compare acking with"
                : null;
    }

    @Override
    public AutoCloseable start(Workload workload, Path directory, Hosts hosts) throws Exception {
        if (!hosts.areEmulated()) {
            return cluster(workload.workers(), job(workload, directory));
        }
        hosts.slots(workload.workers());
        return HostedCluster.start(
                hosts.workers(), job(workload.withWorkers(hosts.workers().size()), directory));
    }

    /** Begins the job on members that each have as many tasks of a component. */
    private static ConsumerEx<HazelcastInstance> job(Workload workload, Path directory) {
        return instance -> instance.getJet().newJob(Dag.of(workload, directory), config(workload.promise()));
    }

    /** Starts so many members, the first of them in this process, which begins a job. */
    static AutoCloseable cluster(int members, ConsumerEx<HazelcastInstance> job) throws Exception {
        List<String> addresses = freeAddresses(members);
        List<EngineProcess> others = new ArrayList<>();
        HazelcastInstance[] here = new HazelcastInstance[1];
        AutoCloseable all = () -> {
            if (here[0] != null) {
                here[0].getLifecycleService().terminate();
            }
            for (EngineProcess other : others) {
                other.close();
            }
        };
        try {
            here[0] = Member.start(addresses.get(0), addresses);
            for (String address : addresses.subList(1, members)) {
                others.add(EngineProcess.start(Member.class, address, String.join(",", addresses)));
            }
            awaitMembers(here[0], members);
            job.accept(here[0]);
        } catch (Exception e) {
            all.close();
            throw e;
        }
        return all;
    }

    static JobConfig config(Promise promise) {
        if (!promise.exactlyOnce()) {
            return new JobConfig().setProcessingGuarantee(ProcessingGuarantee.NONE);
        }
        return new JobConfig()
                .setProcessingGuarantee(ProcessingGuarantee.EXACTLY_ONCE)
                .setSnapshotIntervalMillis(promise.intervalMillis());
    }

    static void awaitMembers(HazelcastInstance instance, int count) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(JOIN_SECONDS);
        while (instance.getCluster().getMembers().size() < count) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(
                        "not " + count + " members within " + JOIN_SECONDS + " s: " + instance.getCluster());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Addresses of members on this machine. */
    static List<String> freeAddresses(int count) throws IOException {
        return Installation.freePorts(count).stream()
                .map(port -> Installation.HOST + ":" + port)
                .toList();
    }
}
