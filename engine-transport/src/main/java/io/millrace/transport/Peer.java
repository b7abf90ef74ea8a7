package io.millrace.transport;

import java.nio.ByteBuffer;

/**
 * The sending side towards one incarnation of one worker. Any thread may offer; messages of one thread to one task
 * arrive in the order in which they were offered. Nothing here blocks.
 */
public interface Peer extends AutoCloseable {

    PeerAddress address();

    /**
     * Copies a message for {@code targetTask} into the outgoing buffer of that task's channel, also while no connection
     * is there (it leaves when there is one).
     *
     * @return false if the channel has no room now (the peer's {@code onRoom} is called when trying again makes sense),
     *     or if this peer is closed
     * @throws IllegalArgumentException if the message is longer than {@link TransportConfig#messageMaxBytes()}
     */
    boolean offer(int targetTask, ByteBuffer source, int offset, int length);

    /**
     * The same in the priority lane, which needs no credit, overtakes all data and has its own bounded buffer.
     *
     * @throws IllegalArgumentException if the message is longer than {@link TransportConfig#controlMaxBytes()}
     */
    boolean offerControl(int targetTask, ByteBuffer source, int offset, int length);

    /** Whether more than half the room for messages to this task is taken: who can choose had better choose another. */
    boolean isHalfFull(int targetTask);

    boolean connected();

    PeerCounters counters();

    /** Stops dialling, closes the connection, drops and counts what has not been sent. */
    @Override
    void close();
}
