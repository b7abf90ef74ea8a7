// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HandOverTest {

    @Test
    void anotherThreadGetsAllInOrderAlsoAfterItWaited() throws InterruptedException {
        List<Long> numbers = new CopyOnWriteArrayList<>();
        List<Thread> threads = new CopyOnWriteArrayList<>();
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch all = new CountDownLatch(1000);
        try (HandOver handOver = new HandOver((stamp, number, length) -> {
            numbers.add(number);
            threads.add(Thread.currentThread());
            first.countDown();
            all.countDown();
        })) {
            handOver.onMessage(0, 0, 16);
            first.await();
            for (int number = 1; number < 1000; number++) {
                handOver.onMessage(0, number, 16);
            }
            all.await();
        }
        assertThat(numbers)
                .containsExactlyElementsOf(LongStream.range(0, 1000).boxed().toList());
        assertThat(threads).doesNotContain(Thread.currentThread());
    }
}
