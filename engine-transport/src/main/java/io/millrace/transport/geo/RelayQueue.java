// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.InboundMessage;
import java.util.ArrayDeque;
import java.util.function.Predicate;

/** Messages that wait for room on one connection, in order. The queue owns its messages. Any thread. */
final class RelayQueue {
    private final Predicate<InboundMessage> offer;
    private final ArrayDeque<InboundMessage> held = new ArrayDeque<>();
    private boolean removed;

    /** @param offer sends a message on, and returns whether there was room for it */
    RelayQueue(Predicate<InboundMessage> offer) {
        this.offer = offer;
    }

    /**
     * Takes a message, and owns it. Returns whether it was sent on; a message that comes after the removal is dropped.
     */
    synchronized boolean take(InboundMessage message) {
        boolean gone = !removed && held.isEmpty() && offer.test(message);
        if (gone || removed) {
            message.release();
        } else {
            held.add(message);
        }
        return gone;
    }

    /** Sends held messages on, as far as there is room, and returns how many were sent. */
    synchronized long pump() {
        long gone = 0;
        while (!held.isEmpty() && offer.test(held.peek())) {
            held.poll().release();
            gone++;
        }
        return gone;
    }

    /** Drops the messages that are held, and those that come from now on. */
    synchronized void remove() {
        removed = true;
        held.forEach(InboundMessage::release);
        held.clear();
    }

    synchronized int size() {
        return held.size();
    }
}
