// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * The messages of a run, each a function of its index: printable ASCII without tabs, so that a character is a byte.
 * Each is a new object, as what comes from a source is: a driver that knows an object would spare a bare user what a
 * connector has to do. Immutable.
 */
final class Messages {

    /** A power of two; enough that no cache of the processor holds all of 1 KB. */
    private static final int DIFFERENT = 4_096;

    private static final long SEED = 42;

    private final byte[][] texts = new byte[DIFFERENT][];

    Messages(int bytes) {
        Random random = new Random(SEED);
        for (int i = 0; i < DIFFERENT; i++) {
            texts[i] = random.ints(bytes, '0', 'z' + 1)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString()
                    .getBytes(StandardCharsets.US_ASCII);
        }
    }

    String text(long index) {
        return new String(texts[(int) index & DIFFERENT - 1], StandardCharsets.US_ASCII);
    }
}
