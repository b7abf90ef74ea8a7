// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.tuple.MessageDescriptor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TokenMessageTest {

    private static final Grant GRANT = new Grant(-5, 6, 7, 8, 9);
    private static final Ask ASK = new Ask(1L << 60, 2, 3, 4, 5, 6, 7);

    private static TokenMessage read(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(buffer.get(0)).isEqualTo(MessageDescriptor.TOKENS);
        return TokenMessage.read(buffer, 0, bytes.length);
    }

    @Test
    void itIsReadAsItWasWritten() {
        assertThat(read(TokenMessage.grant(1, 2, GRANT))).isEqualTo(new TokenMessage(1, 2, GRANT, null));
        assertThat(read(TokenMessage.ask(1, 2, ASK))).isEqualTo(new TokenMessage(1, 2, null, ASK));
    }

    @Test
    void anotherLengthAndNegativeCountsAreMalformed() {
        byte[] grant = TokenMessage.grant(1, 2, GRANT);
        for (int length = 1; length < grant.length; length++) {
            byte[] cut = Arrays.copyOf(grant, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(CodecException.class);
        }
        assertThatThrownBy(() -> read(TokenMessage.ask(1, 2, new Ask(1, 2, -3, 4, 5, 6, 7))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("counts -3");
        assertThatThrownBy(() -> read(TokenMessage.ask(1, 2, new Ask(1, 2, 3, 4, 5, 6, -7))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("an age of -7 ms");
    }

    @Test
    void anyBytesAreReadOrRefused() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = random.nextBoolean() ? TokenMessage.grant(1, 2, GRANT) : TokenMessage.ask(1, 2, ASK);
            for (int j = random.nextInt(4); j >= 0; j--) {
                bytes[1 + random.nextInt(bytes.length - 1)] = (byte) random.nextInt();
            }
            try {
                read(bytes);
            } catch (CodecException e) {
                assertThat(e).hasMessageContaining("tokens");
            }
        }
    }
}
