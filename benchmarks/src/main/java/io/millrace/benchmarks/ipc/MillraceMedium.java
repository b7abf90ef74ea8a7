// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.liveness.SharedDirectory;
import io.millrace.ipc.ring.MessageHandler;
import io.millrace.ipc.ring.RingConfig;
import io.millrace.ipc.ring.RingConsumer;
import io.millrace.ipc.ring.RingProducer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The OSRBuffer; its consumer spins, or sleeps at its doorbell after a short spin.  */
final class MillraceMedium implements Medium {
    static final int MESSAGES_IN_BATCH = 32;

    private static final int POLL_LIMIT = 256;

    /** How long the consumer looks again before it sleeps: about as long as it takes to be woken. */
    private static final long SPIN_NANOS = 30_000;

    private static final String RING = "in";

    private final boolean sleeping;
    private final int inBatch;

    MillraceMedium(boolean sleeping, int inBatch) {
        this.sleeping = sleeping;
        this.inBatch = inBatch;
    }

    @Override
    public Receiver receiver(Path directory, int length, Sink sink) throws IOException {
        SharedDirectory own = SharedDirectory.create(directory, "consumer");
        int capacity = Message.capacityFor(length);
        RingConfig config = RingConfig.defaults().withCapacityBytes(capacity);
        RingConsumer ring = RingConsumer.create(directory.resolve(RING), config, own.lock());
        return new RingReceiver(own, ring, sink);
    }

    @Override
    public Sender sender(Path directory, int length) throws IOException {
        SharedDirectory own = SharedDirectory.create(directory, "producer");
        RingProducer ring = RingProducer.open(directory.resolve(RING), own.lock(), null);
        return inBatch > 1 ? new BatchSender(own, ring, length) : new RingSender(own, ring, length);
    }

    private final class RingReceiver implements Receiver {
        private final SharedDirectory own;
        private final RingConsumer ring;
        private final MessageHandler handler;

        RingReceiver(SharedDirectory own, RingConsumer ring, Sink sink) {
            this.own = own;
            this.ring = ring;
            this.handler = (task, buffer, offset, length) -> {
                long sum = 0;
                for (int at = offset + Message.HEAD, end = offset + length; at < end; at += Long.BYTES) {
                    sum += buffer.getLong(at);
                }
                long stamp = buffer.getLong(offset + Message.STAMP);
                sink.onMessage(stamp, buffer.getLong(offset + Message.NUMBER), sum, length);
            };
        }

        @Override
        public int poll() {
            return ring.poll(handler, POLL_LIMIT);
        }

        @Override
        public void receive(Recorder recorder) {
            while (!recorder.isDone()) {
                if (poll() == 0) {
                    if (sleeping) {
                        await();
                    } else {
                        Thread.onSpinWait();
                    }
                }
            }
        }

        /** Reads at least one message. */
        private void await() {
            Doorbell bell = ring.doorbell();
            while (true) {
                long end = System.nanoTime() + SPIN_NANOS;
                while (System.nanoTime() < end) {
                    if (poll() > 0) {
                        return;
                    }
                    Thread.onSpinWait();
                }
                bell.prepareWait();
                if (poll() > 0) {
                    bell.cancelWait();
                    return;
                }
                bell.await(ring.lookAgainAt(System.nanoTime()));
            }
        }

        @Override
        public void close() {
            ring.close();
            own.close();
        }
    }

    private static final class RingSender implements Sender {
        private final SharedDirectory own;
        private final RingProducer ring;
        private final ByteBuffer buffer;
        private final ByteBuffer template;
        private final int length;

        RingSender(SharedDirectory own, RingProducer ring, int length) {
            this.own = own;
            this.ring = ring;
            this.buffer = ring.buffer();
            this.template = Message.template(length);
            this.length = length;
        }

        @Override
        public boolean send(long stamp, long number) {
            if (length > Message.MAX_IN_PLACE) {
                template.putLong(Message.STAMP, stamp);
                template.putLong(Message.NUMBER, number);
                return ring.offer(1, template, 0, length, 0);
            }
            if (!ring.tryClaim(1, length, 0)) {
                return false;
            }
            Message.write(buffer, ring.offset(), length, stamp, number);
            ring.commit();
            return true;
        }

        @Override
        public void close() {
            ring.close();
            own.close();
        }
    }

    private static final class BatchSender implements Sender {
        private final SharedDirectory own;
        private final RingProducer ring;
        private final ByteBuffer buffer;
        private final int length;
        private int open;

        BatchSender(SharedDirectory own, RingProducer ring, int length) {
            this.own = own;
            this.ring = ring;
            this.buffer = ring.buffer();
            this.length = length;
        }

        @Override
        public boolean send(long stamp, long number) {
            if (open == 0 && !ring.tryClaimBatch(MESSAGES_IN_BATCH * RingProducer.batchBytes(length), 0)) {
                return false;
            }
            Message.write(buffer, ring.appendClaim(1, length), length, stamp, number);
            if (++open == MESSAGES_IN_BATCH) {
                flush();
            }
            return true;
        }

        @Override
        public boolean flush() {
            if (open > 0) {
                ring.commit();
                open = 0;
            }
            return true;
        }

        @Override
        public void close() {
            ring.close();
            own.close();
        }
    }
}
