// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {

    private static final int PAGE = 4_096;

    @ParameterizedTest
    @ValueSource(ints = {Message.LEAST_BYTES, 100, 4_096, 4_104, 4_112, 100_000})
    void aMessageThatLacksAPageIsNotWhole(int length) {
        byte[] content = Message.content(length);
        byte[] message = Message.of(content, 7, 3, 99);
        byte[] other = Message.of(content, 8, 3, 99);
        Message.Words words = Message.read(message);
        assertThat(words.isWhole()).isTrue();
        assertThat(words.number()).isEqualTo(7);
        assertThat(words.probe()).isEqualTo(3);
        assertThat(words.due()).isEqualTo(99);
        ByteBuffer written = ByteBuffer.allocate(length + 1).position(1);
        Message.write(written, content, 7, 3, 99);
        assertThat(written.hasRemaining()).isFalse();
        assertThat(Arrays.copyOfRange(written.array(), 1, length + 1)).isEqualTo(message);

        for (int page = 0; length > PAGE && page < length; page += PAGE) {
            byte[] torn = message.clone();
            System.arraycopy(other, page, torn, page, Math.min(PAGE, length - page));
            assertThat(Message.read(torn).isWhole()).as("page at %s", page).isFalse();
        }
    }

    @Test
    void aMessageOfAnotherLengthIsNotWhole() {
        byte[] message = Message.of(Message.content(1_000), 0, 1, 2);
        assertThat(Message.read(Arrays.copyOf(message, 999)).isWhole()).isFalse();
        assertThat(Message.read(new byte[0]).isWhole()).isFalse();
    }
}
