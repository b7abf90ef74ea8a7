// SPDX-License-Identifier: Apache-2.0
/**
 * Connections: handshake, admission, heartbeat, reconnection, statistics. Runs on event loops, except for the methods
 * of {@link io.millrace.transport.Peer}, which any thread may call. Uses {@code flow} and {@code frame}; knows Netty's
 * channels, but not the sockets below them.
 */
package io.millrace.transport.peer;
