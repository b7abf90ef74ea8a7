// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.runtime.worker.NetSettings;

/**
 * The topology that a service connects to, and the settings of the connection.
 *
 * @param config configuration of the topology
 * @param node the node of this machine, whose workers share memory with this process; empty to find it by the workers'
 *     files
 * @param net settings of the transport to other nodes
 * @param loader sees the classes of the values; null if only values of the built-in types are written and read
 */
public record ClientSpec(
        String topologyId,
        String topologyName,
        Topology topology,
        Config config,
        String node,
        NetSettings net,
        ClassLoader loader) {}
