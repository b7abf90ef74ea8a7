package io.millrace.runtime.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CrowdingTest {

    private static final long MILLISECOND = 1_000_000;

    private final Crowding crowding = new Crowding();
    private long now = -1_000 * MILLISECOND;

    @Test
    void aCoreThatIsLostForAnEighthOfTheTimeIsCrowded() {
        calm(87);
        lost(12);
        assertThat(crowding.isCrowded(now)).as("verdict is due later").isFalse();
        calm(1);
        assertThat(crowding.isCrowded(now)).isFalse();

        calm(87);
        lost(13);
        assertThat(crowding.isCrowded(now)).isTrue();
    }

    @Test
    void whatItSleepsByItselfIsNotLost() {
        for (int i = 0; i < 100; i++) {
            now += MILLISECOND;
            crowding.looked(now, MILLISECOND, MILLISECOND - 100_000);
        }
        assertThat(crowding.isCrowded(now)).isFalse();
        for (int i = 0; i < 100; i++) {
            now += MILLISECOND;
            crowding.looked(now, MILLISECOND, MILLISECOND / 2);
        }
        assertThat(crowding.isCrowded(now)).isTrue();
    }

    @Test
    void turnsThatTakeAWhileAreNotLost() {
        for (int i = 0; i < 10_000; i++) {
            waited(MILLISECOND / 10);
        }
        assertThat(crowding.isCrowded(now)).isFalse();
    }

    @Test
    void thePauseDoublesAsLongAsItIsCrowded() {
        for (long pause = 200; pause <= 3_200; pause *= 2) {
            lost(100);
            endsAfter(pause);
        }
        lost(100);
        endsAfter(3_200);

        calm(100);
        lost(100);
        endsAfter(200);
    }

    @Test
    void aCoreThatIsLostForSomePercentOfTheTimeIsWanted() {
        for (int i = 0; i < 100; i++) {
            calm(98);
            lost(2);
        }
        assertThat(crowding.isWanted(now)).isFalse();
        int windows = 0;
        while (!crowding.isWanted(now)) {
            calm(95);
            lost(5);
            windows++;
        }
        assertThat(windows).isBetween(2, 10);
        assertThat(crowding.isCrowded(now)).isFalse();
    }

    @Test
    void aCoreIsWantedWhereOthersHaveItForMoments() {
        for (int i = 0; i < 5_000; i++) {
            waited(10_000);
            slept(40_000);
        }
        assertThat(crowding.isWanted(now)).isFalse();
        for (int i = 0; i < 4_000; i++) {
            waited(20_000);
            slept(40_000);
        }
        assertThat(crowding.isWanted(now)).isTrue();
        assertThat(crowding.isCrowded(now)).isFalse();
    }

    @Test
    void whetherACoreIsWantedIsTriedAgainLessAndLessOften() {
        for (long pause = 200; pause <= 51_200; pause *= 2) {
            lost(100);
            assertThat(crowding.isWanted(now + pause * MILLISECOND - 1)).isTrue();
            now += pause * MILLISECOND;
            assertThat(crowding.isWanted(now)).isFalse();
        }
        calm(60_000);
        lost(100);
        assertThat(crowding.isWanted(now)).isTrue();
        assertThat(crowding.isWanted(now + 200 * MILLISECOND)).isFalse();
    }

    private void endsAfter(long pauseMilliseconds) {
        now += pauseMilliseconds * MILLISECOND - 1;
        assertThat(crowding.isCrowded(now)).isTrue();
        now++;
        assertThat(crowding.isCrowded(now)).isFalse();
    }

    private void calm(int milliseconds) {
        for (int i = 0; i < 100 * milliseconds; i++) {
            waited(MILLISECOND / 100);
        }
    }

    private void lost(int milliseconds) {
        for (int i = 0; i < milliseconds; i++) {
            waited(MILLISECOND);
        }
    }

    /** Not the whole time, but the sleep ended late. */
    private void slept(long nanos) {
        now += nanos;
        crowding.looked(now, nanos, nanos / 2);
    }

    private void waited(long nanos) {
        now += nanos;
        crowding.looked(now, nanos, 0);
    }
}
