// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.CloseCause;
import io.millrace.transport.TestWorker;
import io.millrace.transport.flow.Endpoint;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A connection that a new one replaces has gone meanwhile. */
class LateCloseTest {

    @Test
    void whoClosesAConnectionThatHasGoneGoesOn() {
        Endpoint endpoint = new Endpoint(
                TestWorker.config("b", 1, RecordedConnection::smallFrames),
                new RecordedConnection.TestSink(),
                RecordedConnection::clock);
        InboundConnection connection =
                new InboundConnection(endpoint, new Ticker(RecordedConnection::clock), new Admission(endpoint));
        EmbeddedChannel channel = new EmbeddedChannel(connection);
        channel.close();
        channel.runPendingTasks();
        assertThat(channel.pipeline().firstContext()).isNull();

        AtomicBoolean next = new AtomicBoolean();
        connection.executeClose(CloseCause.REPLACED, "a new connection", () -> next.set(true));
        channel.runPendingTasks();

        assertThat(next).isTrue();
    }
}
