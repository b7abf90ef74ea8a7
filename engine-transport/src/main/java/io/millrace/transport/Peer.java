package io.millrace.transport;

import java.nio.ByteBuffer;

/**
 * Sends to one incarnation of one worker. Any thread may offer; messages of one thread to one task arrive in the order in which they were offered. No method blocks.
 */
public interface Peer extends AutoCloseable {

    PeerAddress address();

    /**
     * Copies a message for {@code targetTask} into the send buffer of that task's channel. Without a connection it waits there until there is one.
     *
     * @return false if the channel has no room now (the peer's {@code onRoom} is called when trying again makes sense),
     *     or if this peer is closed
     * @throws IllegalArgumentException if the message is longer than {@link TransportConfig#messageMaxBytes()}
     */
    boolean offer(int targetTask, ByteBuffer source, int offset, int length);

    /** The same with a message that is copied part by part. A peer that cannot do that copies it once more. */
    default boolean offer(int targetTask, MessageSource source, int length) {
        ByteBuffer whole = ByteBuffer.allocate(length);
        source.copy(0, whole, 0, length);
        return offer(targetTask, whole, 0, length);
    }

    /** The length up to which such a message is copied in one part, if it is taken at all. */
    default int mostInOnePart() {
        return 0;
    }

    /**
     * The same as the first, and lets the receiver know when the message was given to the socket: {@link InboundMessage#sentNanos}. A message that is sent in
     * pieces is not timed.
     */
    boolean offerTimed(int targetTask, ByteBuffer source, int offset, int length);

    /**
     * Copies a message into the priority lane, which needs no credit, overtakes all data and has its own bounded buffer. Returns as {@link #offer} does.
     *
     * @throws IllegalArgumentException if the message is longer than {@link TransportConfig#controlMaxBytes()}
     */
    boolean offerControl(int targetTask, ByteBuffer source, int offset, int length);

    /** Whether more than half of the room for messages to this task is taken. A sender that can choose should choose another task. */
    boolean isHalfFull(int targetTask);

    /**
     * Whether nothing waits to be written for this task. Then a control message that is offered now comes behind all that was offered for the task before, unless the
     * connection breaks, which loses that.
     */
    boolean isEmpty(int targetTask);

    /** Returns a position in the priority lane that is not before what this thread has offered to it. */
    long offeredControls();

    /**
     * Whether what is before a position of the priority lane was written. A message that is offered to a channel before that may come before it. If it was not, {@code onRoom} is called
     * when asking again makes sense.
     */
    boolean isControlWritten(long position);

    boolean connected();

    /** How many connections were made. After a change messages that were sent before may be lost. */
    long connections();

    PeerCounters counters();

    /** Closes the connection and makes no more; drops and counts what was not sent. */
    @Override
    void close();
}
