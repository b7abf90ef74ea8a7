// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.spi.properties.ClusterProperty;
import io.millrace.benchmarks.macro.EngineProcess;
import java.util.List;

/** A member of the cluster, and the process of every one but the first. */
public final class Member {

    private static final String HOST = "127.0.0.1";

    /**
     * The lower, the lower the latency and the higher the CPU use, says Hazelcast's manual: it does not sleep at all.
     */
    private static final String IDLE_MICROS = "0";

    private Member() {}

    public static void main(String[] arguments) {
        EngineProcess.endWithParent();
        start(arguments[0], List.of(arguments[1].split(",")));
    }

    static HazelcastInstance start(String port, List<String> ports) {
        Config config = new Config()
                .setProperty(ClusterProperty.PHONE_HOME_ENABLED.getName(), "false")
                .setProperty(ClusterProperty.SHUTDOWNHOOK_ENABLED.getName(), "false")
                .setProperty(ClusterProperty.SOCKET_BIND_ANY.getName(), "false")
                .setProperty(ClusterProperty.JET_IDLE_COOPERATIVE_MIN_MICROSECONDS.getName(), IDLE_MICROS)
                .setProperty(ClusterProperty.JET_IDLE_COOPERATIVE_MAX_MICROSECONDS.getName(), IDLE_MICROS);
        config.getJetConfig()
                .setEnabled(true)
                .setCooperativeThreadCount(Math.max(1, Runtime.getRuntime().availableProcessors() / ports.size()));
        NetworkConfig network =
                config.getNetworkConfig().setPort(Integer.parseInt(port)).setPortAutoIncrement(false);
        network.getInterfaces().setEnabled(true).addInterface(HOST);
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true);
        for (String other : ports) {
            join.getTcpIpConfig().addMember(HOST + ":" + other);
        }
        return Hazelcast.newHazelcastInstance(config);
    }
}
