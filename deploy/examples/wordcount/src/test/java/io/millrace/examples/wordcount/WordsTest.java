// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void areRunsOfLettersAndDigitsInLowerCase() {
        assertThat(Words.of("  It's 3 o'Clock, Zürich: x_y\t"))
                .containsExactly("it", "s", "3", "o", "clock", "zürich", "x", "y");
    }

    @Test
    void mayLieBeyondTheBasicPlane() {
        assertThat(Words.of("\ud835\udc00b \ud83d\ude00 c")).containsExactly("\ud835\udc00b", "c");
    }

    @Test
    void areNoneInALineWithout() {
        assertThat(Words.of("")).isEmpty();
        assertThat(Words.of("--- !")).isEmpty();
    }
}
