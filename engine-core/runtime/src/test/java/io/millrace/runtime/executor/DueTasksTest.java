// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DueTasksTest {

    private static final long NEVER = Long.MAX_VALUE;

    @Test
    void tellsTheEarliestAndGivesThemInTheirOrder() {
        DueTasks due = new DueTasks(3);
        assertThat(due.first()).isEqualTo(NEVER);
        assertThat(due.poll(NEVER - 1)).isEqualTo(-1);
        due.set(0, 30);
        due.set(1, -10);
        due.set(2, 20);
        assertThat(due.first()).isEqualTo(-10);
        assertThat(due.poll(-11)).isEqualTo(-1);
        assertThat(due.poll(20)).isEqualTo(1);
        assertThat(due.poll(20)).isEqualTo(2);
        assertThat(due.poll(20)).isEqualTo(-1);
        due.set(0, NEVER);
        assertThat(due.first()).isEqualTo(NEVER);
    }

    @Test
    void agreesWithAPlainArray() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int tasks = 1 + random.nextInt(40);
            DueTasks due = new DueTasks(tasks);
            long[] times = new long[tasks];
            Arrays.fill(times, NEVER);
            for (int step = 0; step < 500; step++) {
                if (random.nextInt(4) > 0) {
                    int index = random.nextInt(tasks);
                    times[index] = random.nextInt(5) == 0 ? NEVER : random.nextInt(100) - 50;
                    due.set(index, times[index]);
                } else {
                    long now = random.nextInt(100) - 50;
                    int polled = due.poll(now);
                    long earliest = Arrays.stream(times).min().orElseThrow();
                    if (earliest > now) {
                        assertThat(polled).as("seed %d", seed).isEqualTo(-1);
                    } else {
                        assertThat(times[polled]).as("seed %d", seed).isEqualTo(earliest);
                        times[polled] = NEVER;
                    }
                }
                assertThat(due.first())
                        .as("seed %d", seed)
                        .isEqualTo(Arrays.stream(times).min().orElseThrow());
            }
        }
    }
}
