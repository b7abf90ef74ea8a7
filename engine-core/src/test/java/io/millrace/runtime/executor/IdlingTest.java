package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdlingTest {

    private static final long NAP = 10_000;
    private static final long NEVER = Long.MAX_VALUE;

    @Test
    void looksAgainAtOnceThenNapsThenBlocks() {
        Idling idling = Idling.of(NAP, true);

        assertThat(idling.next(0, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(4_999, 0)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(5_000, NEVER)).isEqualTo(NAP);
        assertThat(idling.next(1_999_999, 0)).isEqualTo(NAP);
        assertThat(idling.next(2_000_000, NEVER)).isEqualTo(Idling.BLOCK);
        assertThat(idling.next(60_000_000_000L, 200_001)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void napsUntilWhatIsDueSoon() {
        Idling idling = Idling.of(NAP, true);

        assertThat(idling.next(5_000_000, 150_000)).isEqualTo(150_000);
        assertThat(idling.next(5_000_000, 3)).isEqualTo(NAP);
        assertThat(idling.next(5_000_000, -1)).isEqualTo(NAP);
    }

    @Test
    void spinsAsLongAsMoreMayComeIfItShallNotNap() {
        Idling idling = Idling.of(0, false);

        assertThat(idling.next(1_999_999, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(2_000_000, 200_000)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(2_000_000, NEVER)).isEqualTo(Idling.BLOCK);
    }

    @Test
    void doesNotNapWhereNapsEndLate() {
        Idling idling = Idling.of(NAP, false);

        assertThat(idling.next(19_999, NEVER)).isEqualTo(Idling.SPIN);
        assertThat(idling.next(20_000, 0)).isEqualTo(Idling.YIELD);
        assertThat(idling.next(20_000, NEVER)).isEqualTo(Idling.BLOCK);
    }
}
