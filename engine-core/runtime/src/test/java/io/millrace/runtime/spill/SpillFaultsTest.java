// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One run of a queue through files, in which each call of the disk in turn goes wrong, in each way. */
class SpillFaultsTest {

    private static final int RECORDS = 600;
    private static final int LENGTH = 1_000;
    private static final int MAX_RECORD = 20 << 10;
    private static final long DISK = 4 << 20;

    /**
     * The most lost records: a block that cannot be read is given up after ten attempts, and a record may begin in the
     * block before.
     */
    private static final int MOST_LOST = 3 * (Rig.BLOCK / LENGTH + 1);

    private static final int MOST_FAILING = 30;

    private static final boolean LONG = Boolean.getBoolean("millrace.long");

    /** Calls from one that goes wrong to the next one, in the short form. */
    private static final int STEP = 3;

    private enum Wrong {
        /** A call fails once. */
        FAILS {
            @Override
            int happens(String call, int bytes, VirtualDisk disk, int since) throws IOException {
                if (since == 0) {
                    throw new IOException(call + " fails");
                }
                return bytes;
            }
        },
        /** Each call fails for a while, so that reads are given up. */
        KEEPS_FAILING {
            @Override
            int happens(String call, int bytes, VirtualDisk disk, int since) throws IOException {
                if (since < MOST_FAILING) {
                    throw new IOException(call + " fails");
                }
                return bytes;
            }
        },
        /** A call transfers only a byte. */
        IS_SHORT {
            @Override
            int happens(String call, int bytes, VirtualDisk disk, int since) {
                return since == 0 && bytes > 0 ? 1 : bytes;
            }
        },
        /** A bit of each file has changed. */
        IS_DAMAGED {
            @Override
            int happens(String call, int bytes, VirtualDisk disk, int since) {
                if (since == 0) {
                    disk.files.values().stream().filter(file -> file.length > 0).forEach(file -> {
                        file.bytes[file.length - 1] ^= 1;
                    });
                }
                return bytes;
            }
        },
        /** Each file has lost its end. */
        IS_CUT {
            @Override
            int happens(String call, int bytes, VirtualDisk disk, int since) {
                if (since == 0) {
                    disk.files.values().forEach(file -> file.length = Math.max(0, file.length - 100));
                }
                return bytes;
            }
        };

        /** @param since number of calls after the first one that goes wrong; below 0 before it */
        abstract int happens(String call, int bytes, VirtualDisk disk, int since) throws IOException;

        boolean losesNothing() {
            return this == FAILS || this == IS_SHORT;
        }
    }

    /** The outcome of a run. */
    private static final class Outcome {
        private int calls;
        private String wrong = "";
        private boolean happened;
        private long lost;
        private long memory;
        private String log;
    }

    private static Outcome run(Wrong wrong, int at) throws IOException {
        Outcome outcome = new Outcome();
        try (Rig rig = new Rig(1, DISK, MAX_RECORD)) {
            rig.disk.faults = (call, bytes) -> {
                int since = outcome.calls++ - at;
                if (since == 0) {
                    outcome.wrong = call;
                    outcome.happened = true;
                }
                return since < 0 ? bytes : wrong.happens(call, bytes, rig.disk, since);
            };
            SpillQueue queue = rig.open("q");
            int offered = 0;
            int next = 0;
            for (int step = 0; offered < RECORDS && step < 20_000; step++) {
                if (queue.offer(Rig.record(offered, LENGTH))) {
                    offered++;
                } else {
                    rig.now += 20_000_000;
                    rig.settleWithRetries();
                }
                // Files are written and read at the same time
                if (offered > RECORDS / 2 && offered % 4 == 0) {
                    next = poll(rig, queue, next);
                }
                if (step % 8 == 0) {
                    rig.settle();
                }
            }
            assertThat(offered).as("what is offered finds room at last").isEqualTo(RECORDS);
            while (queue.count() > 0) {
                int before = next;
                next = poll(rig, queue, next);
                assertThat(next > before || queue.count() == 0)
                        .as("it stands still at %d", next)
                        .isTrue();
            }
            outcome.lost = queue.lost();
            assertThat(queue.lost() + polled).isEqualTo(RECORDS);
            queue.close();
            rig.settle();
            outcome.memory = rig.space.memoryTaken();
            assertThat(rig.space.diskBytes()).as("bytes in files").isZero();
            assertThat(rig.disk.used()).as("what files take").isZero();
            outcome.log = String.join("\n", rig.log);
        }
        return outcome;
    }

    private static int polled;

    /** Polls a record, and returns one more than its number. Lost records are left out. */
    private static int poll(Rig rig, SpillQueue queue, int next) {
        ByteBuffer record = rig.next(queue);
        if (next == 0) {
            polled = 0;
        }
        if (record == null) {
            return next;
        }
        ByteBuffer found = record.slice();
        for (int number = next; number < RECORDS; number++) {
            if (found.equals(Rig.record(number, LENGTH))) {
                polled++;
                return number + 1;
            }
        }
        throw new AssertionError("no record from " + next + " on: torn, twice, or in another order");
    }

    @ParameterizedTest
    @EnumSource
    void eachCallThatGoesWrongLosesNothingOrCountsIt(Wrong wrong) throws IOException {
        Outcome good = run(wrong, Integer.MAX_VALUE);
        assertThat(good.calls).as("calls of the disk").isGreaterThan(100);
        assertThat(good.lost).isZero();
        // Each kind begins at another call, so that together they meet all
        for (int at = LONG ? 0 : wrong.ordinal() % STEP; at < good.calls; at += LONG ? 1 : STEP) {
            Outcome outcome = run(wrong, at);
            if (!outcome.happened) {
                continue;
            }
            String what = wrong + " at call " + at + ", " + outcome.wrong;
            assertThat(outcome.memory).as(what).isEqualTo(good.memory);
            assertThat(outcome.lost).as(what).isBetween(0L, wrong.losesNothing() ? 0L : MOST_LOST);
            boolean isTold = wrong == Wrong.FAILS || wrong == Wrong.KEEPS_FAILING || outcome.lost > 0;
            if (isTold && !outcome.wrong.equals("close")) {
                assertThat(outcome.log).as(what).contains("q");
            }
        }
    }
}
