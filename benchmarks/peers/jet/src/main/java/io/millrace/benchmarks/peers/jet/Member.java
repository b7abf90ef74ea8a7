// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.spi.properties.ClusterProperty;
import io.millrace.benchmarks.macro.EngineProcess;
import io.millrace.benchmarks.macro.Hosts;
import io.millrace.benchmarks.macro.Pause;
import java.util.List;

/** A member of the cluster, and the process of each that is not in that of the engine. */
public final class Member {

    /**
     * The lower, the lower the latency and the higher the CPU use, says Hazelcast's manual: it does not sleep at all.
     * On hosts of a lab it does, as {@link Pause} does.
     */
    private static final String IDLE_MICROS = Long.toString(Hosts.isOnOne() ? Pause.MICROS : 0);

    private Member() {}

    public static void main(String[] arguments) {
        EngineProcess.endWithParent();
        start(arguments[0], List.of(arguments[1].split(",")));
    }

    /**
     * Starts a member in this process.
     *
     * @param address its own, with the port, as those of all members
     */
    static HazelcastInstance start(String address, List<String> all) {
        int colon = address.lastIndexOf(':');
        Config config = new Config()
                .setProperty(ClusterProperty.PHONE_HOME_ENABLED.getName(), "false")
                .setProperty(ClusterProperty.SHUTDOWNHOOK_ENABLED.getName(), "false")
                .setProperty(ClusterProperty.SOCKET_BIND_ANY.getName(), "false")
                .setProperty(ClusterProperty.JET_IDLE_COOPERATIVE_MIN_MICROSECONDS.getName(), IDLE_MICROS)
                .setProperty(ClusterProperty.JET_IDLE_COOPERATIVE_MAX_MICROSECONDS.getName(), IDLE_MICROS);
        config.getJetConfig()
                .setEnabled(true)
                .setCooperativeThreadCount(Math.max(1, Runtime.getRuntime().availableProcessors() / all.size()));
        NetworkConfig network = config.getNetworkConfig().setPort(Integer.parseInt(address.substring(colon + 1)));
        network.setPortAutoIncrement(false).getInterfaces().setEnabled(true).addInterface(address.substring(0, colon));
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true);
        all.forEach(join.getTcpIpConfig()::addMember);
        return Hazelcast.newHazelcastInstance(config);
    }
}
