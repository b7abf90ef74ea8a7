package io.millrace.api;

import java.util.Arrays;
import java.util.List;

/** All aggregates of a window as one: an accumulator is that of the only one, or a list of those of all. Stateless. */
final class WindowAggregates {

    private final List<Aggregate<Object>> all;

    @SuppressWarnings("unchecked")
    WindowAggregates(List<? extends Aggregate<?>> all) {
        this.all = all.stream().map(each -> (Aggregate<Object>) each).toList();
    }

    /** @param accumulator null for none yet */
    Object add(Object accumulator, Tuple input) {
        if (all.size() == 1) {
            Aggregate<Object> only = all.get(0);
            return only.add(accumulator == null ? only.init() : accumulator, input);
        }
        List<?> before = (List<?>) accumulator;
        Object[] next = new Object[all.size()];
        for (int i = 0; i < next.length; i++) {
            Aggregate<Object> each = all.get(i);
            next[i] = each.add(before == null ? each.init() : before.get(i), input);
        }
        return Arrays.asList(next);
    }

    /** Either may be null. */
    Object merge(Object first, Object second) {
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        if (all.size() == 1) {
            return all.get(0).merge(first, second);
        }
        Object[] next = new Object[all.size()];
        for (int i = 0; i < next.length; i++) {
            next[i] = all.get(i).merge(((List<?>) first).get(i), ((List<?>) second).get(i));
        }
        return Arrays.asList(next);
    }

    /** Merges several in their order, of which any may be null. Returns null if all are. */
    Object merge(Object[] parts) {
        Object first = null;
        Object[] merged = null;
        for (Object part : parts) {
            if (part == null) {
                continue;
            }
            if (first == null) {
                first = part;
            } else if (all.size() == 1) {
                first = all.get(0).merge(first, part);
            } else {
                merged = merged == null ? ((List<?>) first).toArray() : merged;
                List<?> values = (List<?>) part;
                for (int i = 0; i < merged.length; i++) {
                    merged[i] = all.get(i).merge(merged[i], values.get(i));
                }
            }
        }
        return merged == null ? first : Arrays.asList(merged);
    }

    int size() {
        return all.size();
    }

    /** Puts the results into what is emitted, from a position on. */
    void results(Object accumulator, Object[] values, int at) {
        for (int i = 0; i < all.size(); i++) {
            Object own = all.size() == 1 ? accumulator : ((List<?>) accumulator).get(i);
            values[at + i] = all.get(i).result(own);
        }
    }
}
