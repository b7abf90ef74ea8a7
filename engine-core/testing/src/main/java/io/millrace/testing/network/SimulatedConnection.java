// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing.network;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayDeque;

/** The two ends of one connection of a {@link SimulatedNetwork}, and the bytes in flight between them. */
final class SimulatedConnection {

    private static final int LONGEST_READ_BYTES = 32 * 1024;

    /** Puts the bytes that one end writes on their way to the other end. */
    private final class Wire extends ChannelOutboundHandlerAdapter {
        private final EmbeddedChannel to;
        private final SimulatedNetwork.Way way;
        private final ArrayDeque<Runnable> held = new ArrayDeque<>();
        private long lastArrival;

        private Wire(EmbeddedChannel to, SimulatedNetwork.Way way) {
            this.to = to;
            this.way = way;
        }

        @Override
        public void write(ChannelHandlerContext context, Object out, ChannelPromise promise) {
            ByteBuf bytes = (ByteBuf) out;
            // The other end reads a stream: the sizes of reads do not depend on those of writes.
            while (bytes.isReadable()) {
                int most = Math.min(LONGEST_READ_BYTES, bytes.readableBytes());
                byte[] read = new byte[1 + network.random().nextInt(most)];
                bytes.readBytes(read);
                arrive(() -> to.writeInbound(Unpooled.wrappedBuffer(read)));
            }
            bytes.release();
            promise.trySuccess();
        }

        private void arrive(Runnable action) {
            lastArrival = network.arrivalAfter(lastArrival, to == far);
            network.at(lastArrival, () -> {
                held.add(action);
                release();
            });
        }

        private void release() {
            while (!held.isEmpty() && !network.isHeld(way)) {
                Runnable action = held.poll();
                if (!cut && to.isOpen()) {
                    action.run();
                }
            }
        }
    }

    private final SimulatedNetwork network;
    private final SimulatedNetwork.Pair workers;
    private final Wire forth;
    private final Wire back;
    private final EmbeddedChannel near = new EmbeddedChannel();
    private final EmbeddedChannel far = new EmbeddedChannel();
    private boolean cut;

    /** @param way the way from the dialling worker to the accepting one */
    SimulatedConnection(
            SimulatedNetwork network, SimulatedNetwork.Way way, ChannelHandler dialler, ChannelHandler acceptor) {
        this.network = network;
        this.workers = SimulatedNetwork.Pair.of(way.from(), way.to());
        this.forth = connect(near, far, way);
        this.back = connect(far, near, new SimulatedNetwork.Way(way.to(), way.from()));
        far.pipeline().addLast(acceptor);
        near.pipeline().addLast(dialler);
    }

    private Wire connect(EmbeddedChannel from, EmbeddedChannel to, SimulatedNetwork.Way way) {
        Wire wire = new Wire(to, way);
        from.pipeline().addLast(wire);
        from.closeFuture().addListener(done -> wire.arrive(to::close));
        return wire;
    }

    /** Delivers held bytes that may arrive now. */
    void release() {
        forth.release();
        back.release();
    }

    /** The two workers of the connection. */
    SimulatedNetwork.Pair workers() {
        return workers;
    }

    /** Lets both ends run their tasks; returns whether there were any. */
    boolean runTasks() {
        boolean any = near.hasPendingTasks() || far.hasPendingTasks();
        if (any) {
            near.runPendingTasks();
            far.runPendingTasks();
        }
        if (!near.isOpen() && !far.isOpen()) {
            network.onClosed(this);
        }
        return any;
    }

    void cut() {
        cut = true;
        near.close();
        far.close();
    }
}
