// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import java.util.Iterator;
import org.apache.storm.messaging.IConnection;
import org.apache.storm.messaging.TaskMessage;

/** Storm's Netty, where the receiver has no ring that this worker can use. */
record NettyRoute(IConnection netty) implements Route {
    @Override
    public void send(Iterator<TaskMessage> messages) {
        netty.send(messages);
    }

    @Override
    public boolean isOver() {
        return false;
    }

    @Override
    public void close() {}
}
