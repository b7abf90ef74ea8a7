// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.util.SplittableRandom;

/** What sources emit: made in advance, and few, so that neither making it nor fetching it from memory is measured. */
public final class Payloads {

    private static final int COUNT = 1 << 8;

    /** The most bytes of all payloads of a source: sinks in the same heap hold some of them, too. */
    private static final int MOST_BYTES = 1 << 22;

    /** The length of a payload, unless a workload has another one. */
    static final int BYTES = 100;

    private static final int VOCABULARY = 10_000;
    static final int WORDS = 10;

    private final byte[][] bytes;
    private final String[] sentences = new String[COUNT];
    private final AdEvents events;
    private int nextBytes;
    private int nextSentence;

    public Payloads(int source) {
        this(source, BYTES);
    }

    /** @param payloadBytes length of {@link #bytes} */
    public Payloads(int source, int payloadBytes) {
        bytes = new byte[Math.max(1, Math.min(COUNT, Integer.highestOneBit(MOST_BYTES / payloadBytes)))][];
        SplittableRandom random = new SplittableRandom(source + 1);
        events = new AdEvents(source);
        for (int i = 0; i < COUNT; i++) {
            if (i < bytes.length) {
                bytes[i] = new byte[payloadBytes];
                random.nextBytes(bytes[i]);
            }
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

    /** What a source of this shape emits as its tuple of a number, which is due at this time. */
    public Object of(Shape shape, long number, long dueNanos) {
        return switch (shape) {
            case WORDCOUNT -> sentence();
            case YAHOO, YAHOO_1S -> events.next();
            case YAHOO_JSON -> events.json(number, AdEvents.millis(dueNanos));
            default -> bytes();
        };
    }

    /** Random bytes; not to be changed. */
    private byte[] bytes() {
        return bytes[nextBytes++ & bytes.length - 1];
    }

    /** Ten words with blanks between them. */
    private String sentence() {
        return sentences[nextSentence++ & COUNT - 1];
    }
}
