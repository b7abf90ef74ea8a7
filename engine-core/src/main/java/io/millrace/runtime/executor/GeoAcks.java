package io.millrace.runtime.executor;

/** The ways for what a receiving end tells a sending one, beside the control lane of the connection between their workers. Any thread. */
public interface GeoAcks {

    /** Whether there is a connection to the worker of a task now. */
    boolean isConnected(int task);

    /** Sends a control message to a task by a relay; false if none takes it. */
    boolean relay(int task, byte[] message);
}
