// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tcp;

import io.millrace.transport.TransportException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The congestion control that TCP uses on the connections of one transport: the kernel's default, or one by name. It is
 * checked at start; event loops apply it to each socket before it connects.
 */
final class TcpCongestion {

    /** TCP_CA_NAME_MAX of linux/tcp.h, its final zero included. */
    static final int NAME_BYTES = 16;

    private static final Logger LOG = LoggerFactory.getLogger(TcpCongestion.class);

    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;
    private static final Path AVAILABLE = Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control");
    private static final Path ALLOWED = Path.of("/proc/sys/net/ipv4/tcp_allowed_congestion_control");

    /** The name of the congestion control; null for the kernel's choice. */
    private final ByteBuffer name;

    private TcpCongestion(ByteBuffer name) {
        this.name = name;
    }

    /**
     * Checks the name on a socket that is not connected.
     *
     * @param name the name; empty for the kernel's default
     * @throws TransportException if the kernel does not know that name, or allows it to privileged users only
     */
    static TcpCongestion of(String name, Sockets sockets) {
        if (name.isEmpty()) {
            return new TcpCongestion(null);
        }
        if (!sockets.isEpoll()) {
            LOG.warn(
                    "transport.congestion is '{}', which needs epoll, and this transport uses {}: the kernel's choice is"
                            + " used",
                    name,
                    sockets.name());
            return new TcpCongestion(null);
        }
        ByteBuffer padded = ByteBuffer.allocateDirect(NAME_BYTES);
        padded.put(name.getBytes(StandardCharsets.US_ASCII)).clear();
        TcpCongestion congestion = new TcpCongestion(padded);
        EpollSocketChannel trial = new EpollSocketChannel();
        try {
            congestion.apply(trial);
        } catch (ChannelException e) {
            throw new TransportException(
                    "transport.congestion is '" + name + "': this kernel refuses it (it has " + names(AVAILABLE)
                            + ", and allows " + names(ALLOWED)
                            + "): take one of these, load its module, or leave it empty for the kernel's choice",
                    e);
        } finally {
            trial.unsafe().closeForcibly();
        }
        return congestion;
    }

    private static String names(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "unknown ones";
        }
    }

    /** @throws ChannelException if the kernel refuses it */
    void apply(Channel channel) {
        if (name != null) {
            channel.config().setOption(Option.INSTANCE, name.duplicate());
        }
    }

    /** Describes the congestion control of a connection. */
    static String of(Channel channel) {
        ByteBuffer value = channel.config().getOption(Option.INSTANCE);
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return new String(bytes, StandardCharsets.US_ASCII).replaceAll("\0.*", "");
    }

    /** The class of the socket option, which is loaded only where there is epoll. */
    private static final class Option {
        static final ChannelOption<ByteBuffer> INSTANCE =
                new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, TCP_CONGESTION, NAME_BYTES);
    }
}
