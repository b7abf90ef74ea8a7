// SPDX-License-Identifier: Apache-2.0
/**
 * The public types of the transport: {@link io.millrace.transport.Transport}, its configuration, peers, messages and
 * counters. These are interfaces and immutable values, which any thread may use. This package uses none of those below
 * it: {@code frame} &lt; {@code flow} &lt; {@code peer} &lt; {@code tls} &lt; {@code tcp}, where {@code
 * TcpTransport.start} makes a transport.
 *
 * <p><b>Threads.</b> Any thread offers ({@link io.millrace.transport.Peer}) and releases ({@link
 * io.millrace.transport.InboundMessage}). Everything else happens on the event loop that owns the connection. The state
 * that both share is in {@code SendBuffer} (bytes to send), {@code InboundChannel} (credit to give back), and counters.
 * A message takes no lock. A lock is taken when a channel, a peer or a connection is made.
 *
 * <p><b>Memory.</b> An offer copies the message once, into chunks of the {@code ChunkPool}. The event loop copies
 * records from there into the buffer that it hands to the socket. On the other side a frame is copied once into a
 * buffer of its own size. That buffer lives until its last message is released, and only then is its credit given back:
 * the credit that is out bounds the memory that is held.
 *
 * <p><b>Memory order.</b> The bytes of a record are written plainly, its head word with release. The event loop reads
 * the word with acquire before the bytes. Positions that refuse or wake someone ({@code claimed}, {@code drained},
 * {@code blocked}, {@code grantAt}) are volatile: each side publishes its own before it reads the other's.
 */
package io.millrace.transport;
