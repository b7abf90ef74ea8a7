package io.millrace.benchmarks.connectors;

import java.util.Random;

/** The messages of a run, each a function of its index: printable ASCII without tabs, so that a character is a byte. Immutable. */
final class Messages {

    /** A power of two; enough that no cache of the processor holds all of 1 KB. */
    private static final int DIFFERENT = 4_096;

    private static final long SEED = 42;

    private final String[] texts = new String[DIFFERENT];

    Messages(int bytes) {
        Random random = new Random(SEED);
        for (int i = 0; i < DIFFERENT; i++) {
            texts[i] = random.ints(bytes, '0', 'z' + 1)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
        }
    }

    String text(long index) {
        return texts[(int) index & DIFFERENT - 1];
    }
}
