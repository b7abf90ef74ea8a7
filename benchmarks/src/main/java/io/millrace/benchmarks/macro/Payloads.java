// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.util.SplittableRandom;

/** What sources emit: made in advance, and few, so that neither making it nor fetching it from memory is measured. */
public final class Payloads {

    private static final int COUNT = 1 << 8;
    private static final int BYTES = 100;
    private static final int VOCABULARY = 10_000;
    static final int WORDS = 10;

    private final byte[][] bytes = new byte[COUNT][];
    private final String[] sentences = new String[COUNT];
    private final AdEvents events;
    private int nextBytes;
    private int nextSentence;

    public Payloads(int source) {
        SplittableRandom random = new SplittableRandom(source + 1);
        events = new AdEvents(source);
        for (int i = 0; i < COUNT; i++) {
            bytes[i] = new byte[BYTES];
            random.nextBytes(bytes[i]);
            StringBuilder sentence = new StringBuilder();
            for (int word = 0; word < WORDS; word++) {
                sentence.append(word == 0 ? "" : " ").append(word(random));
            }
            sentences[i] = sentence.toString();
        }
    }

    /** Few words are frequent and most are rare: the rank is the vocabulary's size to a random power (Zipf's law). */
    private static String word(SplittableRandom random) {
        int rank = (int) Math.pow(VOCABULARY, random.nextDouble());
        return "word" + Integer.toString(rank, Character.MAX_RADIX);
    }

    /** A hundred random bytes; not to be changed. */
    public byte[] bytes() {
        return bytes[nextBytes++ & COUNT - 1];
    }

    /** An event of an ad, as a line. */
    public String adEvent() {
        return events.next();
    }

    /** Ten words with blanks between them. */
    public String sentence() {
        return sentences[nextSentence++ & COUNT - 1];
    }
}
