// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StringBytesTest {

    private final ValuesCodec codec = new ValuesCodec(List.of());

    @Test
    void everyCharSurvivesAloneAndInCompany() {
        for (int c = 0; c <= 0xFFFF; c++) {
            String text = String.valueOf((char) c);
            survives(text);
            survives("a" + text + "\u4E2D");
        }
        for (int c = 0x10000; c <= 0x10FFFF; c += 97) {
            survives(Character.toString(c));
        }
    }

    @Test
    void wellFormedTextIsUtf8AsEveryoneWritesIt() {
        String text = "\u007F\u0080\u07FF\u0800\uFFFF\uD83D\uDE00z";
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer = ByteBuffer.allocate(64);

        int end = StringBytes.write(buffer, 0, text, 64);

        assertThat(buffer.get(0)).isEqualTo((byte) ValueFormat.UTF_8);
        assertThat(Arrays.copyOfRange(buffer.array(), 2, end)).isEqualTo(utf8);
    }

    @Test
    void sizesAgreeAtEveryChangeOfTheLengthPrefix() {
        for (int length : new int[] {0, 1, 126, 127, 128, 129, 16_383, 16_384, 2_097_151, 2_097_152}) {
            survives("x".repeat(length));
            survives("\u4E2D".repeat(length / 3));
        }
    }

    @Test
    void nothingIsWrittenBeyondTheLimit() {
        for (String text : List.of("abc", "a".repeat(200), "\u4E2D\u6587", "\u4E2D".repeat(80))) {
            int size = (int) StringBytes.sizeOf(text);
            for (int limit = 0; limit < size; limit++) {
                assertThat(StringBytes.write(ByteBuffer.allocate(limit), 0, text, limit))
                        .isEqualTo(-1);
            }
            assertThat(StringBytes.write(ByteBuffer.allocate(size), 0, text, size))
                    .isEqualTo(size);
        }
    }

    private void survives(String text) {
        Object[] values = {text};
        ByteBuffer buffer = ByteBuffer.allocate(codec.sizeOf(values));
        Object read = codec.read(buffer, 0, codec.write(buffer, 0, values))[0];
        if (!text.equals(read)) {
            assertThat(read).isEqualTo(text);
        }
    }
}
