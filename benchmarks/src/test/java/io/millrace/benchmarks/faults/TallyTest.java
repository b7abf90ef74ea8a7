// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TallyTest {

    private static final int NUMBERS = 4;
    private static final int SECONDS = 3_600;

    @TempDir
    private Path directory;

    private Tally tally;
    private Path file;

    @BeforeEach
    void create() throws IOException {
        file = directory.resolve("tally");
        tally = Tally.create(file, SECONDS, NUMBERS);
    }

    @Test
    void countsWhatIsMissingAndWhatHasComeTwiceInOneFileForAllProcesses() {
        Tally source = Tally.open(file);
        Tally sink = Tally.open(file);
        for (int i = 0; i < NUMBERS; i++) {
            assertThat(source.claim(1)).isEqualTo(i);
        }
        assertThat(source.claim(1)).as("there are no more").isNegative();
        sink.take(0, 1, 0);
        sink.take(1, 1, 2);
        sink.take(0, 1, 2);
        source.ack(1, 0);
        assertThat(tally.count()).isEqualTo(new Tally.Count(4, 1, 1, 2));

        sink.take(0, 1, 1);
        sink.take(0, 1, 3);
        assertThat(tally.count().isComplete()).as("acks have not come").isFalse();
        for (int i = 1; i < NUMBERS; i++) {
            source.ack(1, i);
        }
        assertThat(tally.count()).isEqualTo(new Tally.Count(4, 4, 1, 0));
        assertThat(tally.count().isComplete()).isTrue();
    }

    @Test
    void nothingNewIsEmittedWhileItIsHalted() {
        tally.halt(true);
        assertThat(tally.claim(0)).isNegative();
        assertThat(tally.raise(0, 0)).isFalse();
        tally.halt(false);
        assertThat(tally.claim(0)).isZero();
        assertThat(tally.raise(0, 0)).as("again after going back to a position").isTrue();
        assertThat(tally.next(0)).isEqualTo(1);
        assertThat(tally.raise(0, NUMBERS)).isFalse();
    }

    @Test
    void aGapIsTheLongestOfASink() {
        long begin = System.nanoTime();
        long second = 1_000_000_000L;
        assertThat(tally.longestGapMillis(begin, begin + second)).isEqualTo(1_000);
        tally.take(0, 0, 0);
        assertThat(tally.longestGapMillis(begin, begin + second))
                .as("the other sink has taken nothing")
                .isEqualTo(1_000);
        assertThat(tally.leastTaken(begin - second, System.nanoTime() + second)).isZero();
        tally.take(1, 0, 0);
        assertThat(tally.leastTaken(begin - second, System.nanoTime() + second)).isEqualTo(1);
    }

    @Test
    void oneBoltTakesATrouble() {
        tally.set(Trouble.THROWS);
        assertThat(Tally.open(file).takeTrouble()).isEqualTo(Trouble.THROWS);
        assertThat(tally.takeTrouble()).isEqualTo(Trouble.NONE);

        tally.poison(0);
        assertThat(tally.isPoison(0, 0)).isTrue();
        assertThat(tally.isPoison(1, 0)).isFalse();
        tally.poison(-1);
        assertThat(tally.isPoison(0, 0)).isFalse();
    }
}
