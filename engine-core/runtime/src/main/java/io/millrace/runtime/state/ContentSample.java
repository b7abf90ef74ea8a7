// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimates how many bytes the contents of states take if no snapshot measures them: a call looks at a few entries of
 * each state, and their mean moves towards the sample. Its cost does not depend on the size of the states. Confined to
 * the thread of the task.
 */
final class ContentSample {

    private static final int MOST_ENTRIES = 8;
    private static final int MOST_SLOTS = 256;
    private static final int MOST_ELEMENTS = 8;
    private static final int MOST_DEPTH = 4;
    private static final double WEIGHT = 0.25;

    /** The bytes of a reference and of its object. */
    private static final int ELEMENT_BYTES = 24;

    private final Values values;
    private final Map<Handle, Mean> means = new HashMap<>();

    /** The bytes of the content of one key, and the position of the next look. */
    private static final class Mean {
        private int block;
        private int slot;
        private double bytes;
        private boolean known;

        private void saw(double mean) {
            bytes = known ? bytes + WEIGHT * (mean - bytes) : mean;
            known = true;
        }
    }

    ContentSample(Values values) {
        this.values = values;
    }

    /** Looks at some entries, and returns the estimated bytes of all contents. */
    long contents(Collection<Handle> states) {
        double bytes = 0;
        for (Handle state : states) {
            long keys = state.tables().keys();
            if (keys > 0) {
                Mean mean = means.computeIfAbsent(state, none -> new Mean());
                look(state.tables(), mean);
                bytes += keys * mean.bytes;
            }
        }
        return Math.round(bytes);
    }

    private void look(CopyOnWriteTable tables, Mean mean) {
        double sum = 0;
        int seen = 0;
        int looked = 0;
        while (seen < MOST_ENTRIES && looked < Changes.BLOCKS + MOST_SLOTS) {
            CopyOnWriteMap table = tables.get(mean.block);
            if (table.size() == 0 || mean.slot >= table.slots()) {
                mean.block = (mean.block + 1) % Changes.BLOCKS;
                mean.slot = 0;
            } else {
                int slot = mean.slot++;
                if (table.isFull(slot)) {
                    sum += bytes(table.key(slot), 0) + bytes(table.value(slot), 0);
                    seen++;
                }
            }
            looked++;
        }
        if (seen > 0) {
            mean.saw(sum / seen);
        }
    }

    private double bytes(Object value, int depth) {
        if (value == null || value instanceof Number || value instanceof Boolean || depth > MOST_DEPTH) {
            return 0;
        }
        if (value instanceof String text) {
            return text.length();
        }
        if (value instanceof byte[] array) {
            return array.length;
        }
        if (value instanceof CopyOnWriteMap map) {
            return entries(map, depth);
        }
        if (value instanceof Elements list) {
            return list.size() * (ELEMENT_BYTES + first(list, depth));
        }
        if (value instanceof List<?> list) {
            return list.size() * (ELEMENT_BYTES + first(list, depth));
        }
        if (value instanceof Map<?, ?> map) {
            return map.size() * (2 * ELEMENT_BYTES + first(map.values(), depth));
        }
        return values.sizeOf(Keys.plain(value));
    }

    /** The entries of a map are counted beside their contents. */
    private double entries(CopyOnWriteMap map, int depth) {
        double sum = 0;
        int seen = 0;
        for (int slot = 0; slot < map.slots() && seen < MOST_ELEMENTS; slot++) {
            if (map.isFull(slot)) {
                sum += bytes(map.key(slot), depth + 1) + bytes(map.value(slot), depth + 1);
                seen++;
            }
        }
        return seen == 0 ? 0 : map.size() * sum / seen;
    }

    private double first(Elements list, int depth) {
        int seen = Math.min(MOST_ELEMENTS, list.size());
        double sum = 0;
        for (int i = 0; i < seen; i++) {
            sum += bytes(list.get(i), depth + 1);
        }
        return seen == 0 ? 0 : sum / seen;
    }

    private double first(Collection<?> elements, int depth) {
        double sum = 0;
        int seen = 0;
        for (Object element : elements) {
            if (seen == MOST_ELEMENTS) {
                break;
            }
            sum += bytes(element, depth + 1);
            seen++;
        }
        return seen == 0 ? 0 : sum / seen;
    }
}
