package io.millrace.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(Message.isWhole(message)).isTrue();
        assertThat(Message.number(message)).isEqualTo(7);
        assertThat(Message.probe(message)).isEqualTo(3);
        assertThat(Message.due(message)).isEqualTo(99);

        for (int page = 0; length > PAGE && page < length; page += PAGE) {
            byte[] torn = message.clone();
            System.arraycopy(other, page, torn, page, Math.min(PAGE, length - page));
            assertThat(Message.isWhole(torn)).as("page at %s", page).isFalse();
        }
    }

    @Test
    void aMessageOfAnotherLengthIsNotWhole() {
        byte[] message = Message.of(Message.content(1_000), 0, 1, 2);
        assertThat(Message.isWhole(Arrays.copyOf(message, 999))).isFalse();
        assertThat(Message.isWhole(new byte[0])).isFalse();
    }
}
