// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import java.nio.ByteBuffer;

/**
 * Sends to one incarnation of one worker. Any thread may offer; messages of one thread to one task arrive in the order
 * in which they were offered. No method blocks.
 */
public interface Peer extends AutoCloseable {

    PeerAddress address();

    /**
     * Copies a message for {@code targetTask} into the send buffer of that task's channel. Without a connection it
     * waits there until there is one.
     *
     * @return false if the channel has no room now (the peer's {@code onRoom} is called when trying again makes sense),
     *     or if this peer is closed
     * @throws IllegalArgumentException if the message is longer than {@link TransportConfig.Messages#messageMaxBytes()}
     */
    boolean offer(int targetTask, ByteBuffer source, int offset, int length);

    /**
     * Copies a message for {@code targetTask} into the send buffer part by part; otherwise as {@link #offer(int,
     * ByteBuffer, int, int)}. The default implementation collects the parts in a buffer first, which is one more copy.
     */
    default boolean offer(int targetTask, MessageSource source, int length) {
        ByteBuffer whole = ByteBuffer.allocate(length);
        source.copy(0, whole, 0, length);
        return offer(targetTask, whole, 0, length);
    }

    /**
     * The length in bytes up to which {@link #offer(int, MessageSource, int)} copies a message in one part, if it takes
     * the message.
     */
    default int mostInOnePart() {
        return 0;
    }

    /**
     * Copies a message as {@link #offer(int, ByteBuffer, int, int)} does, and lets the receiver know when it was given
     * to the socket: {@link InboundMessage#sentNanos}. A message that is sent in fragments is not timed.
     */
    boolean offerTimed(int targetTask, ByteBuffer source, int offset, int length);

    /**
     * Copies a message into the priority lane, which needs no credit, overtakes all data and has its own bounded
     * buffer. Returns as {@link #offer} does.
     *
     * @throws IllegalArgumentException if the message is longer than {@link TransportConfig#controlMaxBytes()}
     */
    boolean offerControl(int targetTask, ByteBuffer source, int offset, int length);

    /**
     * Whether more than half of the room for messages to this task is taken. A sender that can choose between tasks
     * should choose another one.
     */
    boolean isHalfFull(int targetTask);

    /**
     * Whether the send buffer of this task's channel is empty. Then a control message that is offered now arrives after
     * all messages that were offered for the task before, unless the connection breaks, which loses them.
     */
    boolean isEmpty(int targetTask);

    /** Returns a position in the priority lane that is not before what this thread has offered to it. */
    long offeredControls();

    /**
     * Whether the priority lane was written up to this position. A message that is offered to a channel before that may
     * overtake the control messages. If this is false, {@code onRoom} is called when asking again makes sense.
     */
    boolean isControlWritten(long position);

    boolean connected();

    /** The number of connections made so far. When it changes, messages that were sent before may be lost. */
    long connections();

    PeerCounters counters();

    /** Closes the connection and makes no further one; messages that were not sent are dropped and counted. */
    @Override
    void close();
}
