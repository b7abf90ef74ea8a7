package io.millrace.transport.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessorWaitTest {

    private static final long MILLI = 1_000_000L;

    private final ProcessorWait wait = new ProcessorWait();

    @Test
    void nothingIsSaidOfTheTimeBeforeItLooked() {
        wait.sample(0, 1000 * MILLI, 9000 * MILLI);
        assertThat(wait.isShort()).isFalse();
    }

    @Test
    void aThreadThatWaitsHalfAsLongAsItRunsLacksAProcessor() {
        wait.sample(0, 0, 0);
        wait.sample(100 * MILLI, 20 * MILLI, 10 * MILLI);
        assertThat(wait.isShort()).isTrue();
        wait.sample(200 * MILLI, 40 * MILLI, 19 * MILLI);
        assertThat(wait.isShort()).isFalse();
    }

    @Test
    void oneThatHardlyRunsLacksNone() {
        wait.sample(0, 0, 0);
        wait.sample(100 * MILLI, MILLI / 2, 50 * MILLI);
        assertThat(wait.isShort()).isFalse();
    }

    @Test
    void looksAtTheCallersStatisticsWhereThereAreSome() {
        for (long now = 0; now < 10 * ProcessorWait.SAMPLE_NANOS; now += ProcessorWait.SAMPLE_NANOS) {
            wait.look(now);
        }
        // A thread cannot have run longer than it lived: by this clock it hardly ran
        wait.look(Long.MAX_VALUE / 2);
        assertThat(wait.isShort()).isFalse();
    }
}
