// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.transport.InboundMessage;

/** The receiving end's view of the workers of sending ends, beside the connection to them. Any thread. */
public interface GeoPeers {

    /** Returns whether there is a connection to the worker of a task now. */
    boolean isConnected(int task);

    /**
     * Returns the clock of a task's worker minus this one, see {@link InboundMessage#senderClockOffsetNanos()}: the
     * offset of a message by a relay is that of the relay.
     */
    long clockOffsetNanos(int task);

    /** Sends a control message to a task by a relay; false if none takes it. */
    boolean relay(int task, byte[] message);
}
