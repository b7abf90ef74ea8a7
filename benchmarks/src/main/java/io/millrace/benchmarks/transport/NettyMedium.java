// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * Netty with its length-field codec, and nothing above TCP: one connection, the socket options, water marks and batches
 * of engine-transport, no credit.
 */
final class NettyMedium implements Medium {

    static final int LENGTH_BYTES = Integer.BYTES;

    private static final int FRAME_BYTES = 64 << 10;
    private static final long UNSENT_BYTES = 256 << 10;
    private static final int MAX_MESSAGE = 64 << 20;

    private final int batch;
    private final boolean handsOver;

    /**
     * @param batch messages that have to be there until they are written; 1: whatever is there
     * @param handsOver whether the receiver is a thread beside the event loop
     */
    NettyMedium(int batch, boolean handsOver) {
        this.batch = batch;
        this.handsOver = handsOver;
    }

    private static EventLoopGroup loop() {
        return new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    }

    private static Channel listen(EventLoopGroup loop, String host, ChannelHandler handler) {
        return new ServerBootstrap()
                .group(loop)
                .channel(EpollServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        new LengthFieldBasedFrameDecoder(MAX_MESSAGE, 0, LENGTH_BYTES, 0, LENGTH_BYTES),
                                        handler);
                    }
                })
                .bind(new InetSocketAddress(host, 0))
                .syncUninterruptibly()
                .channel();
    }

    private static Channel connect(EventLoopGroup loop, String host, int port, ChannelHandler... handlers) {
        return new Bootstrap()
                .group(loop)
                .channel(EpollSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(EpollChannelOption.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(FRAME_BYTES / 2, FRAME_BYTES))
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(handlers);
                    }
                })
                .connect(new InetSocketAddress(host, port))
                .syncUninterruptibly()
                .channel();
    }

    private static void end(Channel channel, EventLoopGroup loop) {
        channel.close().syncUninterruptibly();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Override
    public Inlet listen(String host, int maxLength, Handler handler) {
        EventLoopGroup loop = loop();
        HandOver handOver = handsOver ? new HandOver(handler) : null;
        Receiving receiving = new Receiving(handsOver ? handOver : handler);
        Channel server = listen(loop, host, receiving);
        return new Inlet() {
            @Override
            public int port() {
                return ((InetSocketAddress) server.localAddress()).getPort();
            }

            @Override
            public void stall(boolean stalled) {
                receiving.connection.config().setAutoRead(!stalled);
            }

            @Override
            public void close() {
                end(server, loop);
                if (handOver != null) {
                    handOver.close();
                }
            }
        };
    }

    @ChannelHandler.Sharable
    private static final class Receiving extends SimpleChannelInboundHandler<ByteBuf> {

        private final Handler handler;
        private volatile Channel connection;

        Receiving(Handler handler) {
            this.handler = handler;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            connection = context.channel();
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
            int start = message.readerIndex();
            handler.onMessage(
                    message.getLongLE(start + Message.STAMP_OFFSET),
                    message.getLongLE(start + Message.NUMBER_OFFSET),
                    message.readableBytes());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            cause.printStackTrace();
            context.close();
        }
    }

    @Override
    public Outlet connect(String host, int port, int maxLength) {
        EventLoopGroup loop = loop();
        NettyBatches batches = new NettyBatches(maxLength, batch);
        Channel channel = connect(loop, host, port, batches);
        return new Outlet() {
            @Override
            public boolean offer(ByteBuffer message, int length) {
                boolean taken = batches.offer(message, length);
                if (taken && message.getLong(Message.STAMP_OFFSET) == Message.END) {
                    batches.flush();
                }
                return taken;
            }

            @Override
            public long writes() {
                return batches.writes();
            }

            @Override
            public long writtenBytes() {
                return batches.writtenBytes();
            }

            @Override
            public long inFlightBytes() {
                return -1;
            }

            @Override
            public void close() {
                end(channel, loop);
            }
        };
    }

    @Override
    public Answering answer(String host) {
        EventLoopGroup loop = loop();
        return new Conversation(loop, listen(loop, host, new Echo()));
    }

    @Override
    public Asking ask(String ownHost, String host, int port, int length, RoundTrips roundTrips) {
        EventLoopGroup loop = loop();
        Questions questions = new Questions(length, roundTrips);
        Channel channel = connect(
                loop,
                host,
                port,
                new LengthFieldBasedFrameDecoder(MAX_MESSAGE, 0, LENGTH_BYTES, 0, LENGTH_BYTES),
                questions);
        return new AskingConversation(loop, channel, questions);
    }

    private static class Conversation implements Answering {

        private final EventLoopGroup loop;
        private final Channel channel;

        Conversation(EventLoopGroup loop, Channel channel) {
            this.loop = loop;
            this.channel = channel;
        }

        @Override
        public int port() {
            return ((InetSocketAddress) channel.localAddress()).getPort();
        }

        /** The answer goes back by the connection on which the question came. */
        @Override
        public void onAsking(String host, int port) {}

        @Override
        public void close() {
            end(channel, loop);
        }
    }

    private static final class AskingConversation extends Conversation implements Asking {

        private final Questions questions;

        AskingConversation(EventLoopGroup loop, Channel channel, Questions questions) {
            super(loop, channel);
            this.questions = questions;
        }

        @Override
        public void ask() {
            questions.ask();
        }
    }

    @ChannelHandler.Sharable
    private static final class Echo extends SimpleChannelInboundHandler<ByteBuf> {

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
            ByteBuf answer = context.alloc().directBuffer(LENGTH_BYTES + message.readableBytes());
            answer.writeInt(message.readableBytes()).writeBytes(message);
            context.writeAndFlush(answer, context.voidPromise());
        }
    }

    private static final class Questions extends ChannelInboundHandlerAdapter {

        private final RoundTrips roundTrips;
        private final ByteBuffer question;

        /** Set before the first question is sent. */
        private ChannelHandlerContext context;

        Questions(int length, RoundTrips roundTrips) {
            this.roundTrips = roundTrips;
            this.question = Message.allocate(length);
        }

        @Override
        public void channelActive(ChannelHandlerContext active) {
            context = active;
            ask();
        }

        void ask() {
            question.putLong(Message.STAMP_OFFSET, System.nanoTime()).clear();
            ByteBuf out = context.alloc().directBuffer(LENGTH_BYTES + question.capacity());
            out.writeInt(question.capacity()).writeBytes(question);
            context.writeAndFlush(out, context.voidPromise());
        }

        @Override
        public void channelRead(ChannelHandlerContext from, Object message) {
            ByteBuf answer = (ByteBuf) message;
            long stamp = answer.getLongLE(answer.readerIndex() + Message.STAMP_OFFSET);
            answer.release();
            if (roundTrips.onAnswer(System.nanoTime() - stamp)) {
                ask();
            }
        }
    }
}
