// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.function.ConsumerEx;
import io.millrace.benchmarks.macro.EngineProcess;
import io.millrace.benchmarks.macro.Hosts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A member on each host, and a client in this process, which takes no part in the work. */
final class HostedCluster {

    /** Each host has its own ports. */
    private static final int PORT = 5701;

    private HostedCluster() {}

    /** Starts the members, and a job on them by the client. */
    static AutoCloseable start(List<Hosts.Host> hosts, ConsumerEx<HazelcastInstance> job) throws Exception {
        List<String> addresses =
                hosts.stream().map(host -> host.address() + ":" + PORT).toList();
        List<AutoCloseable> parts = new ArrayList<>();
        AutoCloseable all = () -> {
            for (AutoCloseable part : parts) {
                part.close();
            }
        };
        try {
            for (int i = 0; i < hosts.size(); i++) {
                parts.add(EngineProcess.start(
                        hosts.get(i), List.of(), Member.class, addresses.get(i), String.join(",", addresses)));
            }
            HazelcastInstance client = client(addresses);
            parts.add(0, client.getLifecycleService()::terminate);
            JetEngine.awaitMembers(client, hosts.size());
            job.accept(client);
        } catch (Exception e) {
            all.close();
            throw e;
        }
        return all;
    }

    /** Tries to connect until the first member answers. */
    private static HazelcastInstance client(List<String> addresses) {
        ClientConfig config = new ClientConfig();
        addresses.forEach(config.getNetworkConfig()::addAddress);
        config.getConnectionStrategyConfig()
                .getConnectionRetryConfig()
                .setClusterConnectTimeoutMillis(TimeUnit.SECONDS.toMillis(JetEngine.JOIN_SECONDS));
        return HazelcastClient.newHazelcastClient(config);
    }
}
