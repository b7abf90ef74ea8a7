/**
 * Bytes between the worker processes of different nodes: one TCP connection per ordered pair of workers, many
 * credit-controlled channels in it, one priority lane for control. A leaf: it knows messages
 * {@code (target task, bytes)} and nothing of what they mean.
 *
 * <p><b>Threads.</b> Any thread offers ({@link io.millrace.transport.Peer}) and releases
 * ({@link io.millrace.transport.InboundMessage}); everything else happens on the event loop that owns the
 * connection. What is shared between the two is in {@link io.millrace.transport.frame.OutgoingLog} (bytes to send),
 * {@link io.millrace.transport.flow.InboundChannel} (credit to give back), and counters. No lock is taken on the way of a
 * message; one is taken when a channel, a peer or a connection is made.
 *
 * <p><b>Memory.</b> An offer copies the message once, into chunks of the {@link io.millrace.transport.frame.ChunkPool};
 * the event loop copies records from there into the buffer that it hands to the socket. On the other side a frame is
 * copied once into a buffer of its own size, which lives until its last message is released, and only then is its credit
 * given back: so the credit that is out bounds the memory that is held.
 *
 * <p><b>Memory order.</b> Bytes of a record are written plainly, its head word with release; the event loop reads the
 * word with acquire before the bytes. Positions that refuse or wake someone ({@code claimed}, {@code drained},
 * {@code blocked}, {@code grantAt}) are volatile: each side publishes its own before it reads the other's.
 */
package io.millrace.transport;
