// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares random offers, polls, steps of the disk's thread and faults of the disk with a plain queue. Each seed is
 * another run.
 */
class SpillQueueModelTest {

    private static final int RUNS = Boolean.getBoolean("millrace.long") ? 400 : 16;
    private static final int STEPS = 3_000;
    private static final int MAX_RECORD = 20 << 10;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aQueueIsFirstInFirstOutWithinItsBoundsOnAGoodDisk(int queues) throws IOException {
        for (int seed = 0; seed < RUNS; seed++) {
            new Run(queues, seed, VirtualDisk.NONE).go();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aQueueIsFirstInFirstOutWithinItsBoundsOnADiskWhoseCallsFailAndAreShort(int queues) throws IOException {
        for (int seed = 0; seed < RUNS; seed++) {
            new Run(queues, seed, new RandomFaults(seed)).go();
        }
    }

    /**
     * Faults in which each call fails in some of the cases, reads not so often in a row that they are given up;
     * transfers are short.
     */
    private static final class RandomFaults implements VirtualDisk.Faults {

        private final Random random;
        private final int percent;
        private int reads;

        private RandomFaults(int seed) {
            random = new Random(seed);
            percent = 5 + random.nextInt(60);
        }

        @Override
        public int on(String call, int bytes) throws IOException {
            if (random.nextInt(100) < percent && !call.equals("close")) {
                boolean read = call.equals("read");
                if (!read || ++reads % 5 != 0) {
                    throw new IOException(call + " fails");
                }
            }
            return bytes == 0 || random.nextBoolean() ? bytes : 1 + random.nextInt(bytes);
        }
    }

    private record Expected(int number, int length, long offered) {}

    private static final class Model {

        private final ArrayDeque<Expected> records = new ArrayDeque<>();
        private long bytes;
        private long lastPolled;
    }

    private static final class Run {

        private final Random random;
        private final Rig rig;
        private final List<SpillQueue> queues = new ArrayList<>();
        private final List<Model> models = new ArrayList<>();
        private final String name;
        private int number;
        private long fullOf = Long.MAX_VALUE;

        private Run(int queues, int seed, VirtualDisk.Faults faults) {
            name = queues + " queues, seed " + seed;
            random = new Random(seed);
            long disk = switch (seed % 4) {
                case 0 -> 0;
                case 1 -> 64 << 10;
                default -> 2 << 20;
            };
            rig = new Rig(queues, disk, MAX_RECORD);
            rig.disk.faults = faults;
            for (int i = 0; i < queues; i++) {
                this.queues.add(rig.open("q" + i));
                models.add(new Model());
            }
        }

        private void go() throws IOException {
            try (rig) {
                for (int step = 0; step < STEPS; step++) {
                    int queue = random.nextInt(queues.size());
                    // Times of growth alternate with times of shrinking
                    boolean grows = (step / 500 + queue) % 2 == 0;
                    int choice = random.nextInt(100);
                    if (choice < (grows ? 60 : 15)) {
                        offer(queue);
                    } else if (choice < 75) {
                        poll(queue);
                    } else if (choice < 95) {
                        rig.space.agent().doWork();
                    } else if (choice < 98) {
                        rig.now += random.nextInt(500_000_000);
                    } else {
                        fullOf = fullOf == Long.MAX_VALUE ? rig.disk.used() : Long.MAX_VALUE;
                        rig.disk.capacity = fullOf;
                    }
                    check();
                }
                heal();
                drain();
            }
            assertThat(rig.disk.files).as(name).isEmpty();
            assertThat(rig.disk.closed).as(name).isTrue();
        }

        private void offer(int index) {
            SpillQueue queue = queues.get(index);
            Model model = models.get(index);
            int length = switch (random.nextInt(10)) {
                case 0 -> 0;
                case 1 -> random.nextInt(MAX_RECORD + 1);
                case 2 -> Rig.BLOCK - SegmentDescriptor.PIECE_CONTENT - 1 + random.nextInt(3);
                default -> random.nextInt(600);
            };
            rig.now++;
            boolean taken = queue.offer(Rig.record(number, length));
            if (taken) {
                model.records.addLast(new Expected(number++, length, rig.now));
                model.bytes += length;
            } else if (model.records.isEmpty()) {
                assertThat(queues.size() > 1 && length > Rig.BLOCK - SegmentDescriptor.PIECE_CONTENT)
                        .as("%s: an empty queue refuses %d bytes", name, length)
                        .isTrue();
            }
        }

        private boolean poll(int index) {
            Model model = models.get(index);
            ByteBuffer polled = queues.get(index).poll();
            if (polled == null) {
                return false;
            }
            Expected expected = model.records.pollFirst();
            assertThat(expected).as(name).isNotNull();
            assertThat(polled.slice())
                    .as("%s: record %d", name, expected.number)
                    .isEqualTo(Rig.record(expected.number, expected.length));
            model.bytes -= expected.length;
            model.lastPolled = expected.offered;
            return true;
        }

        private void check() {
            long spilled = 0;
            for (int i = 0; i < queues.size(); i++) {
                SpillQueue queue = queues.get(i);
                Model model = models.get(i);
                assertThat(queue.count()).as(name).isEqualTo(model.records.size());
                assertThat(queue.bytes()).as(name).isEqualTo(model.bytes);
                assertThat(queue.lost()).as(name).isZero();
                assertThat(queue.spilledBytes()).as(name).isBetween(0L, rig.disk.used());
                if (!model.records.isEmpty()) {
                    assertThat(queue.headNanos()).as(name).isIn(model.records.peekFirst().offered, model.lastPolled);
                }
                spilled += queue.spilledBytes();
            }
            assertThat(rig.space.memoryTaken()).as(name).isLessThanOrEqualTo(rig.settings.memoryBytes());
            assertThat(rig.disk.used()).as(name).isLessThanOrEqualTo(rig.settings.diskBytes());
            assertThat(rig.space.diskBytes()).as(name).isEqualTo(rig.disk.used());
            assertThat(spilled).as(name).isLessThanOrEqualTo(rig.disk.used());
        }

        private void heal() {
            rig.disk.faults = VirtualDisk.NONE;
            rig.disk.capacity = Long.MAX_VALUE;
            rig.settleWithRetries();
        }

        private void drain() {
            for (int i = 0; i < queues.size(); i++) {
                while (!models.get(i).records.isEmpty()) {
                    boolean polled = poll(i);
                    // A long record comes block by block
                    for (int step = 0; step < 8 && !polled; step++) {
                        rig.space.agent().doWork();
                        polled = poll(i);
                    }
                    assertThat(polled)
                            .as("%s: a record after steps of the disk", name)
                            .isTrue();
                    check();
                }
                assertThat(queues.get(i).poll()).as(name).isNull();
            }
            assertThat(rig.disk.used()).as(name).isZero();
            assertThat(rig.space.memoryTaken())
                    .as("%s: only the blocks that queues have of their own", name)
                    .isEqualTo(2L * queues.size() * Rig.BLOCK);
        }
    }
}
