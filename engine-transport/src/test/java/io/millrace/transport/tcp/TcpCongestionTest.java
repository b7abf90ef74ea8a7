// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.transport.TestWorker;
import io.millrace.transport.TransportException;
import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Congestion control with the kernel's sockets; reno is in every kernel, and open to all users. */
@Timeout(30)
class TcpCongestionTest {

    private final Sockets sockets = Sockets.choose(true);

    @BeforeEach
    void needsEpoll() {
        assumeTrue(sockets.isEpoll());
    }

    private static String used(TcpCongestion congestion) {
        EpollSocketChannel channel = new EpollSocketChannel();
        try {
            congestion.apply(channel);
            return TcpCongestion.of(channel);
        } finally {
            channel.unsafe().closeForcibly();
        }
    }

    @Test
    void aNameIsUsed() {
        assertThat(used(TcpCongestion.of("reno", sockets))).isEqualTo("reno");
    }

    @Test
    void noneLeavesTheKernelsChoice() {
        EpollSocketChannel untouched = new EpollSocketChannel();
        try {
            assertThat(used(TcpCongestion.of("", sockets))).isEqualTo(TcpCongestion.of(untouched));
        } finally {
            untouched.unsafe().closeForcibly();
        }
    }

    @Test
    void anUnknownOneIsRefusedInOneLineThatNamesTheKnown() {
        assertThatThrownBy(() -> TcpCongestion.of("nosuch", sockets))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("transport.congestion is 'nosuch'")
                .hasMessageContaining("reno")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aTransportDoesNotStartWithAnUnknownOne() {
        assertThatThrownBy(() -> new TestWorker("a", 1, config -> config.congestion("nosuch")))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("'nosuch'");
    }

    @Test
    void messagesArriveWithAChosenOne() throws InterruptedException {
        try (TestWorker a = new TestWorker("a", 1, config -> config.congestion("reno"));
                TestWorker b = new TestWorker("b", 1, config -> config.congestion("reno"))) {
            a.send(a.connected(b), 3, new byte[3]);
            b.awaitCount(3, 1);
        }
    }

    @Test
    void whereThereIsNoEpollItIsIgnored() {
        Channel channel = new NioSocketChannel();
        TcpCongestion.of("reno", Sockets.choose(false)).apply(channel);
        channel.unsafe().closeForcibly();
    }
}
