// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Netty with epoll, over TCP on the loopback device or over a Unix socket: one connection per producer, one event loop
 * per process.
 */
final class NettyMedium implements Medium {
    private static final int MAX_FRAME = 64 << 20;
    private static final String ADDRESS = "address";

    private final boolean unix;

    NettyMedium(boolean unix) {
        this.unix = unix;
    }

    @Override
    public Receiver receiver(Path directory, int length, Sink sink) throws IOException {
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        SinkHandler handler = new SinkHandler(sink);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loop)
                .channel(unix ? EpollServerDomainSocketChannel.class : EpollServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new LengthFieldBasedFrameDecoder(MAX_FRAME, 0, 4, 0, 4), handler);
                    }
                });
        SocketAddress address = unix
                ? new DomainSocketAddress(directory.resolve("socket").toFile())
                : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Channel server = bootstrap.bind(address).syncUninterruptibly().channel();
        if (!unix) {
            int port = ((InetSocketAddress) server.localAddress()).getPort();
            Files.writeString(directory.resolve(ADDRESS), Integer.toString(port));
        }
        return new Receiver() {
            @Override
            public int poll() {
                return 0;
            }

            @Override
            public void receive(Recorder recorder) {
                recorder.awaitDone();
            }

            @Override
            public void close() {
                server.close().syncUninterruptibly();
                loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
            }
        };
    }

    @Override
    public Sender sender(Path directory, int length) throws IOException {
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channel(unix ? EpollDomainSocketChannel.class : EpollSocketChannel.class)
                .handler(new ChannelInboundHandlerAdapter());
        if (!unix) {
            bootstrap.option(ChannelOption.TCP_NODELAY, true);
        }
        SocketAddress address = unix
                ? new DomainSocketAddress(directory.resolve("socket").toFile())
                : new InetSocketAddress(
                        InetAddress.getLoopbackAddress(),
                        Integer.parseInt(Files.readString(directory.resolve(ADDRESS))));
        Channel channel = bootstrap.connect(address).syncUninterruptibly().channel();
        ByteBuffer template = Message.template(length);
        return new Sender() {
            @Override
            public boolean send(long stamp, long number) {
                if (!channel.isWritable()) {
                    return false;
                }
                template.putLong(Message.STAMP, stamp);
                template.putLong(Message.NUMBER, number);
                ByteBuf frame = channel.alloc().directBuffer(Integer.BYTES + length);
                frame.writeInt(length).writeBytes(template.clear());
                channel.writeAndFlush(frame, channel.voidPromise());
                return true;
            }

            @Override
            public void close() {
                // After all that was written, which a close would drop; the other side may be gone by then.
                channel.writeAndFlush(Unpooled.EMPTY_BUFFER).awaitUninterruptibly();
                channel.close().syncUninterruptibly();
                loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
            }
        };
    }

    /** The event loop's end of all connections. */
    @ChannelHandler.Sharable
    private static final class SinkHandler extends SimpleChannelInboundHandler<ByteBuf> {
        private final Sink sink;

        SinkHandler(Sink sink) {
            this.sink = sink;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
            int length = frame.readableBytes();
            long sum = 0;
            for (int at = frame.readerIndex() + Message.HEAD, end = frame.writerIndex(); at < end; at += Long.BYTES) {
                sum += frame.getLongLE(at);
            }
            long stamp = frame.getLongLE(frame.readerIndex() + Message.STAMP);
            long number = frame.getLongLE(frame.readerIndex() + Message.NUMBER);
            sink.onMessage(stamp, number, sum, length);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            cause.printStackTrace();
            context.close();
        }
    }
}
