// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ThreadSharesTest {

    private final ThreadShares shares = new ThreadShares(0.75);

    @Test
    void executorsShareAThreadThatIsNotBusier() {
        assertThat(shares.next(new double[] {0.3, 0.4}, new int[] {0, 0})).containsExactly(0, 0);
    }

    @Test
    void aThreadThatIsBusierLeavesHalfOfItsLoadToAnother() {
        assertThat(shares.next(new double[] {0.4, 0.4}, new int[] {0, 0})).containsExactly(0, 1);
        assertThat(shares.next(new double[] {0.1, 0.5, 0.2, 0.2}, new int[] {0, 0, 0, 0}))
                .containsExactly(1, 0, 1, 1);
    }

    @Test
    void executorsWithoutLoadDoNotAllStayWithABusyOne() {
        assertThat(shares.next(new double[] {0.9, 0, 0}, new int[] {0, 0, 0})).containsExactly(0, 1, 1);
    }

    @Test
    void anExecutorThatIsAloneStays() {
        assertThat(shares.next(new double[] {1, 0.9}, new int[] {0, 1})).containsExactly(0, 1);
    }

    @Test
    void threadsThatAreBusyForLessThanHalfOfThatTogetherBecomeOne() {
        assertThat(shares.next(new double[] {0.2, 0.1}, new int[] {0, 1})).containsExactly(0, 0);
        assertThat(shares.next(new double[] {0.2, 0.2}, new int[] {0, 1})).containsExactly(0, 1);
    }

    @Test
    void theLeastLoadedTwoBecomeOne() {
        assertThat(shares.next(new double[] {0.7, 0.1, 0.2}, new int[] {0, 1, 2}))
                .containsExactly(0, 1, 1);
        assertThat(shares.next(new double[] {0.1, 0.7, 0.2}, new int[] {2, 1, 0}))
                .containsExactly(0, 1, 0);
    }

    /** Whatever the loads are, each thread is divided or carries them, and a load that stays moves nothing for ever. */
    @Test
    void aLoadThatStaysComesToRest() {
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            int executors = 1 + random.nextInt(12);
            double[] busy =
                    random.doubles(executors).map(share -> share * share).toArray();
            int[] threads = new int[executors];
            int[] next = shares.next(busy, threads);
            for (int step = 0; !Arrays.equals(next, threads); step++) {
                assertThat(step).as("busy %s", Arrays.toString(busy)).isLessThan(2 * executors);
                threads = next;
                next = shares.next(busy, threads);
            }
            for (int thread = 0; thread < executors; thread++) {
                double load = 0;
                int count = 0;
                for (int executor = 0; executor < executors; executor++) {
                    if (threads[executor] == thread) {
                        load += busy[executor];
                        count++;
                    }
                }
                assertThat(count < 2 || load <= 0.75).isTrue();
            }
        }
    }
}
