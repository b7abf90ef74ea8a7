package io.millrace.runtime.geo.gate;

import io.millrace.transport.InboundMessage;

/** What the receiving end of a channel needs of the worker of the sending end, beside the connection to it. Any thread. */
public interface GeoPeers {

    /** Whether there is a connection to the worker of a task now. */
    boolean isConnected(int task);

    /**
     * The clock of a task's worker minus this one, see {@link InboundMessage#senderClockOffsetNanos()}: what comes by a relay has that of
     * the relay.
     */
    long clockOffsetNanos(int task);

    /** Sends a control message to a task by a relay; false if none takes it. */
    boolean relay(int task, byte[] message);
}
