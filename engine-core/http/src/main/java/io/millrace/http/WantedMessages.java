// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Keeps messages that the codec has decoded and a connection does not want yet: a pipelined request waits for its turn.
 * The event loop calls.
 */
final class WantedMessages {

    private final Queue<Object> messages = new ArrayDeque<>();
    private final Consumer<Object> handler;
    private boolean wanted;
    private boolean handling;

    /** @param handler takes a message, and may want the next one */
    WantedMessages(Consumer<Object> handler) {
        this.handler = handler;
    }

    void add(Object message) {
        messages.add(message);
    }

    /** Wants one more message. */
    void want() {
        wanted = true;
    }

    /** Whether a wanted message has not come yet. */
    boolean isOneWanted() {
        return wanted;
    }

    /** Hands over messages as long as one is wanted and available. Returns whether the next one has to come first. */
    boolean handle() {
        if (handling) {
            // The loop below goes on: many small messages do not recurse.
            return false;
        }
        handling = true;
        while (wanted && !messages.isEmpty()) {
            wanted = false;
            Object message = messages.poll();
            try {
                handler.accept(message);
            } finally {
                ReferenceCountUtil.release(message);
            }
        }
        handling = false;
        return wanted;
    }

    void drop() {
        messages.forEach(ReferenceCountUtil::release);
        messages.clear();
    }
}
