// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.transport.InboundHandler;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.tcp.TcpTransport;
import java.util.function.LongSupplier;

/** The network by which workers of different nodes reach each other: TCP, or a simulation of it. */
@FunctionalInterface
public interface Network {

    /** Starts a worker's transport. */
    Transport start(TransportConfig config, InboundHandler inbound);

    /** Returns the network of TCP. */
    static Network tcp(LongSupplier nanoClock) {
        return (config, inbound) -> TcpTransport.start(config, inbound, nanoClock);
    }
}
