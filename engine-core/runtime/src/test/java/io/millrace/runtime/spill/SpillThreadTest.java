// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Owners and the disk's thread at the same time. */
class SpillThreadTest {

    private static final int MAX_RECORD = 64 << 10;

    @TempDir
    Path temporary;

    private SpillSpace space(int queues, long diskBytes) {
        return new SpillSpace(
                new SpillSettings(temporary.resolve("queues"), queues * (512L << 10), diskBytes, MAX_RECORD, queues),
                "w1",
                System::nanoTime,
                failure -> fail("the disk's thread has ended", failure));
    }

    /** An owner that blocks as soon as it has nothing to do, so that a lost wake-up would hang it. */
    private static final class Owner extends Thread {

        private final SpillSpace space;
        private final int records;
        private final Random random;
        private volatile Throwable failure;

        private Owner(SpillSpace space, int index, int records) {
            super("owner-" + index);
            this.space = space;
            this.records = records;
            this.random = new Random(index);
        }

        @Override
        public void run() {
            try (SpillQueue queue = space.open(getName(), () -> LockSupport.unpark(this))) {
                int[] lengths = new int[records];
                int offered = 0;
                int polled = 0;
                while (polled < records) {
                    boolean full = false;
                    int burst = random.nextInt(2_000);
                    while (offered < records && burst-- > 0 && !full) {
                        lengths[offered] = random.nextInt(50) == 0 ? random.nextInt(MAX_RECORD) : random.nextInt(300);
                        if (queue.offer(numbered(offered, lengths[offered]))) {
                            offered++;
                        } else {
                            full = true;
                        }
                    }
                    int before = polled;
                    burst = random.nextInt(1_500);
                    boolean none = false;
                    while (burst-- > 0 && !none) {
                        ByteBuffer record = queue.poll();
                        if (record == null) {
                            none = true;
                        } else {
                            check(record, polled, lengths[polled]);
                            polled++;
                        }
                    }
                    boolean waitsForOffers = full || offered == records;
                    if (waitsForOffers && none && polled == before && polled < offered) {
                        LockSupport.park(this);
                    }
                }
                assertThat(queue.lost()).isZero();
                assertThat(queue.bytes()).isZero();
            } catch (RuntimeException | Error e) {
                failure = e;
            }
        }

        private static ByteBuffer numbered(int number, int length) {
            ByteBuffer record = ByteBuffer.allocate(4 + length);
            return record.putInt(0, number).put(3 + length, (byte) number);
        }

        private static void check(ByteBuffer record, int number, int length) {
            int at = record.position();
            if (record.remaining() != 4 + length
                    || Integer.reverseBytes(record.getInt(at)) != number
                    || record.get(at + 3 + length) != (byte) number) {
                throw new AssertionError("record " + number + " is wrong");
            }
        }
    }

    private void run(int owners, int records, long diskBytes) throws InterruptedException {
        try (SpillSpace space = space(owners, diskBytes)) {
            Owner[] threads = new Owner[owners];
            for (int i = 0; i < owners; i++) {
                threads[i] = new Owner(space, i, records);
                threads[i].start();
            }
            for (Owner owner : threads) {
                owner.join();
                assertThat(owner.failure).isNull();
            }
        }
        assertThat(temporary.resolve("queues")).doesNotExist();
    }

    @Test
    @Timeout(60)
    void allComesInOrderThroughFilesAndNoWakeUpIsLost() throws InterruptedException {
        run(3, 60_000, 1L << 30);
    }

    @Test
    @Timeout(60)
    void allComesInOrderAtTheLimitOfFilesAndNoWakeUpIsLost() throws InterruptedException {
        run(3, 60_000, 1 << 20);
    }
}
