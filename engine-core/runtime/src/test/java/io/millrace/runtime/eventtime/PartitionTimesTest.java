// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.eventtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.tuple.Watermark;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionTimesTest {

    private static final class Known {

        private long latest = Watermark.NONE;
        private long emittedAt;
        private boolean emitted;
        private boolean backlog;
        private boolean idle;
    }

    /** A plain form, which looks at each partition each time. */
    private static final class Plain {

        private final Map<Integer, Known> all = new TreeMap<>();
        private long left = Watermark.NONE;
        private boolean allIdle;

        private void set(int id, boolean backlog, long now) {
            Known each = all.get(id);
            if (each == null) {
                each = new Known();
                each.emittedAt = now;
                all.put(id, each);
            }
            if (each.backlog && !backlog) {
                each.emittedAt = now;
            }
            each.backlog = backlog;
            each.idle &= !backlog;
        }

        private void remove(int id) {
            left = Math.max(left, all.remove(id).latest);
        }

        private long look(long now, long idleNanos) {
            all.values().stream().filter(each -> each.emitted).forEach(each -> {
                each.emitted = false;
                each.emittedAt = now;
                each.idle = false;
            });
            long before = least();
            allIdle = true;
            for (Known each : all.values()) {
                each.idle |= idleNanos > 0 && !each.backlog && now - each.emittedAt >= idleNanos;
                allIdle &= each.idle;
            }
            return all.isEmpty() ? left : allIdle ? before : least();
        }

        private long least() {
            return all.values().stream()
                    .filter(each -> !each.idle)
                    .mapToLong(each -> each.latest)
                    .min()
                    .orElse(Watermark.NONE);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20})
    void itTellsWhatALookAtAllPartitionsTells(long idleNanos) {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            PartitionTimes times = new PartitionTimes();
            Plain plain = new Plain();
            long now = 0;
            for (int i = 0; i < 300; i++) {
                int id = random.nextInt(5);
                switch (random.nextInt(7)) {
                    case 0 -> {
                        boolean backlog = random.nextBoolean();
                        times.add(id, backlog, now);
                        plain.set(id, backlog, now);
                    }
                    case 1 -> {
                        times.remove(id);
                        if (plain.all.containsKey(id)) {
                            plain.remove(id);
                        }
                    }
                    case 2 -> {
                        int[] ids = random.ints(0, 5).distinct().limit(3).toArray();
                        times.set(ids, now);
                        plain.all.keySet().stream()
                                .filter(each -> IntStream.of(ids).noneMatch(one -> one == each))
                                .toList()
                                .forEach(plain::remove);
                        for (int each : ids) {
                            Known known = plain.all.get(each);
                            plain.set(each, known != null && known.backlog, now);
                        }
                    }
                    case 3 -> {
                        int[] ids = random.ints(0, 5).distinct().limit(2).toArray();
                        times.backlog(ids, now);
                        for (int each : plain.all.keySet()) {
                            plain.set(each, IntStream.of(ids).anyMatch(one -> one == each), now);
                        }
                    }
                    case 4, 5 -> {
                        Known known = plain.all.get(id);
                        if (known != null) {
                            times.from(id);
                            times.emits();
                            known.emitted = true;
                            long time = random.nextInt(100);
                            if (time > times.latest()) {
                                times.latest(time);
                                known.latest = time;
                            }
                        }
                    }
                    default -> now += random.nextInt(12);
                }
                if (random.nextBoolean()) {
                    assertThat(times.look(now, idleNanos))
                            .as("seed %d, step %d", seed, i)
                            .isEqualTo(plain.look(now, idleNanos));
                    assertThat(times.allIdle()).as("seed %d, step %d", seed, i).isEqualTo(plain.allIdle);
                }
            }
        }
    }

    /** If each look checked each partition, the test would take 6e10 steps. */
    @Test
    @Timeout(60)
    void manyPartitionsAreReadOneAfterTheOther() {
        int many = 250_000;
        PartitionTimes times = new PartitionTimes();
        times.set(IntStream.range(0, many).toArray(), 0);
        times.backlog(IntStream.range(0, many).toArray(), 0);
        for (int id = 0; id < many; id++) {
            times.from(id);
            times.emits();
            times.latest(id);
            times.remove(id);
            assertThat(times.look(id, 10)).isEqualTo(id == many - 1 ? id : Watermark.NONE);
        }
    }
}
