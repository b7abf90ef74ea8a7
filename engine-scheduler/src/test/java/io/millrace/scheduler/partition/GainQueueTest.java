// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GainQueueTest {
    @Test
    void theHighestGainComesFirstWhateverHappenedBefore() {
        Random random = new Random(2);
        GainQueue queue = new GainQueue(50);
        Map<Integer, Double> expected = new TreeMap<>();
        for (int step = 0; step < 20_000; step++) {
            int vertex = random.nextInt(50);
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    double gain = random.nextInt(10);
                    queue.put(vertex, gain);
                    expected.put(vertex, gain);
                }
                case 2 -> {
                    queue.remove(vertex);
                    expected.remove(vertex);
                }
                default -> {
                    if (!queue.isEmpty()) {
                        int first = expected.entrySet().stream()
                                .max(Map.Entry.<Integer, Double>comparingByValue()
                                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                                .orElseThrow()
                                .getKey();
                        assertThat(queue.topGain()).isEqualTo(expected.get(first));
                        assertThat(queue.take()).isEqualTo(first);
                        expected.remove(first);
                    }
                }
            }
            assertThat(queue.contains(vertex)).isEqualTo(expected.containsKey(vertex));
            assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
        }
    }
}
