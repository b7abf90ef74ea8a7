// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import java.util.Iterator;
import org.apache.storm.messaging.TaskMessage;

/** How the messages to a worker go, from the moment it is connected until it is not. Used by one thread at a time. */
interface Route extends AutoCloseable {
    /** Sends all, in this order and behind all before; what cannot be sent is lost and counted. */
    void send(Iterator<TaskMessage> messages);

    /** Whether nobody will read what is sent any more. */
    boolean isOver();

    @Override
    void close();

    /** The route of a connection before it knows one. */
    Route NONE = new Route() {
        @Override
        public void send(Iterator<TaskMessage> messages) {
            throw new IllegalStateException("no route is chosen");
        }

        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public void close() {}
    };
}
