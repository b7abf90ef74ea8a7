// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LineFeedsTest {

    /** Bytes around the line feed's, with which a borrow of the subtraction would show, and with the high bit. */
    private static final byte[] NEAR = {'\n', '\n' + 1, '\n' - 1, '\n' ^ 1, 0, -1, (byte) ('\n' | 0x80), 'a'};

    private static int byteByByte(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return to;
    }

    @Test
    void itFindsWhatALookAtEachByteFinds() {
        Random random = new Random(7);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = NEAR[random.nextInt(round % 2 == 0 ? NEAR.length : NEAR.length - 1) + round % 2];
            }
            if (bytes.length > 0 && random.nextBoolean()) {
                bytes[random.nextInt(bytes.length)] = '\n';
            }
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);

            assertThat(LineFeeds.find(bytes, from, to)).isEqualTo(byteByByte(bytes, from, to));
        }
    }
}
