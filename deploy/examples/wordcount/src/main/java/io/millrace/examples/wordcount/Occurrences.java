package io.millrace.examples.wordcount;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The set of words that were counted, each known by its spout task and its number there; a bit each. */
final class Occurrences {

    private static final int PAGE_BITS = 16;

    private record Page(int spout, long number) {}

    private final Map<Page, BitSet> pages = new HashMap<>();

    /** False if it was there already. */
    boolean add(int spout, long number) {
        BitSet page = pages.computeIfAbsent(new Page(spout, number >>> PAGE_BITS), absent -> new BitSet());
        boolean added = !page.get(bit(number));
        page.set(bit(number));
        return added;
    }

    private static int bit(long number) {
        return (int) (number & ((1 << PAGE_BITS) - 1));
    }
}
