// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.SharedDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * One producer of a soak. It sends in every way, and sleeps at its doorbell when there is no room. Used by its own
 * thread.
 */
final class SoakSender {
    private static final int HEADROOM = 512;
    private static final int MAX_BATCH = 50;

    private final SoakJournal journal;
    private final int thread;
    private final int number;
    private final Random random;
    private final SoakContent content = new SoakContent();
    private final ByteBuffer source =
            ByteBuffer.allocate(SoakContent.MAX_LENGTH).order(ByteOrder.LITTLE_ENDIAN);

    private RingProducer producer;
    private Doorbell own;
    private int sequence;

    SoakSender(SoakJournal journal, int thread, int firstNumber) {
        this.journal = journal;
        this.thread = thread;
        this.number = firstNumber + thread;
        this.random = new Random(number);
    }

    void run(Path ring, SharedDirectory directory, int messages, BooleanSupplier stopped) throws IOException {
        try (Doorbell bell = Doorbells.create(directory.path().resolve("bell-" + number));
                RingProducer opened = open(ring, directory, bell)) {
            own = bell;
            producer = opened;
            while (sequence < messages && !stopped.getAsBoolean()) {
                send(messages - sequence);
            }
        }
    }

    /** Tries again if the slots of the dead are not free yet. */
    private static RingProducer open(Path ring, SharedDirectory directory, Doorbell bell) throws IOException {
        while (true) {
            try {
                return RingProducer.open(ring, directory.lock(), bell);
            } catch (IOException e) {
                if (!e.getMessage().contains("slots")) {
                    throw e;
                }
                Thread.yield();
            }
        }
    }

    private void send(int left) {
        int length = SoakContent.length(random, number, sequence);
        int way = random.nextInt(8);
        if (way == 0) {
            abort(Math.min(length, producer.maxClaimLength()));
        } else if (way == 1) {
            batch(Math.min(left, MAX_BATCH));
        } else if (way < 5 && length <= producer.maxClaimLength()) {
            claim(length);
        } else {
            offer(length);
        }
    }

    private void abort(int length) {
        await(() -> producer.tryClaim(-1, length, HEADROOM));
        producer.buffer().put(producer.offset() + length - 1, (byte) 0xAB);
        producer.abort();
        journal.aborted(thread);
    }

    private void claim(int length) {
        await(() -> producer.tryClaim(task(), length, HEADROOM));
        content.write(producer.buffer(), producer.offset(), length, number, sequence);
        journal.intend(thread, ++sequence);
        producer.commit();
        journal.committed(thread, length);
    }

    private void batch(int most) {
        int room = RingProducer.batchBytes(SoakContent.length(random, number, sequence));
        int capacity = Math.min(Math.max(64, 4 * room), producer.maxClaimLength());
        await(() -> producer.tryClaimBatch(capacity, HEADROOM));
        long bytes = 0;
        for (int count = 0; count < most; count++) {
            int length = SoakContent.length(random, number, sequence);
            if (random.nextBoolean()) {
                int at = producer.appendClaim(task(), length);
                if (at < 0) {
                    break;
                }
                content.write(producer.buffer(), at, length, number, sequence);
            } else {
                content.write(source, 0, length, number, sequence);
                if (!producer.append(task(), source, 0, length)) {
                    break;
                }
            }
            sequence++;
            bytes += length;
        }
        journal.intend(thread, sequence);
        producer.commit();
        journal.committed(thread, bytes);
    }

    /** Sends a long message in fragments; some are given up in part. */
    private void offer(int length) {
        content.write(source, 0, length, number, sequence);
        journal.intend(thread, sequence + 1);
        boolean[] givenUp = {false};
        await(() -> {
            if (producer.offer(task(), source, 0, length, HEADROOM)) {
                return true;
            }
            givenUp[0] = producer.isPartial() && random.nextInt(20) == 0;
            return givenUp[0];
        });
        if (givenUp[0]) {
            producer.dropPartial();
            journal.gaveUp(thread);
        } else {
            sequence++;
            journal.committed(thread, length);
        }
    }

    private int task() {
        return SoakContent.task(number, sequence);
    }

    private void await(BooleanSupplier attempt) {
        while (!attempt.getAsBoolean()) {
            own.prepareWait();
            producer.requestWake();
            if (attempt.getAsBoolean()) {
                own.cancelWait();
                return;
            }
            own.await(Doorbell.NEVER);
        }
    }
}
