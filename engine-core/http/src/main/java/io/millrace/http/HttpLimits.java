// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import java.time.Duration;

/**
 * The bounds within which an {@link HttpServer} serves its clients.
 *
 * @param connections the maximum number of connections
 * @param connectionsPerAddress the maximum number from one address
 * @param heldBytes the maximum of buffered bodies and of replies that clients have not taken, of all connections
 *     together
 */
public record HttpLimits(Waits waits, int connections, int connectionsPerAddress, long heldBytes) {

    /**
     * The times in which the server waits for a client; the time that a handler takes does not count.
     *
     * @param headerNanos from the start of a connection to the end of its first header
     * @param idleNanos from the end of a reply to the end of the next header
     * @param bodyNanos the time for each {@link #BODY_STEP_BYTES} of a body, or its rest
     * @param replyNanos the time for the client to take each {@link #REPLY_STEP_BYTES} of a reply, or its rest
     * @param lingerNanos the time in which the rest of a body is discarded that no handler wants. Its bytes are not
     *     limited: a connection that is closed with unread bytes is reset, and its client may lose the reply
     */
    public record Waits(long headerNanos, long idleNanos, long bodyNanos, long replyNanos, long lingerNanos) {}

    static final int LINE_BYTES = 8 << 10;
    static final int HEADER_BYTES = 16 << 10;
    static final int BODY_STEP_BYTES = 16 << 10;
    static final int REPLY_STEP_BYTES = 256 << 10;

    public static final HttpLimits DEFAULT = new HttpLimits(
            new Waits(
                    Duration.ofSeconds(10).toNanos(),
                    Duration.ofSeconds(30).toNanos(),
                    Duration.ofSeconds(10).toNanos(),
                    Duration.ofSeconds(30).toNanos(),
                    Duration.ofSeconds(30).toNanos()),
            1024,
            512,
            64L << 20);
}
