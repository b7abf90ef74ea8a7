// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import io.millrace.api.Tuple;
import io.millrace.operators.aggregate.Aggregate;
import io.millrace.operators.aggregate.InLongs;
import java.util.ArrayList;
import java.util.List;

/**
 * All aggregates of a bolt of windows: the positions of their accumulators in {@link WindowRows}, and the operations on
 * them. A tuple is added in two steps: {@link #read} throws if an aggregate does not accept it, before anything is
 * changed; {@link #add} changes the row. Confined to the task's thread.
 */
final class WindowAggregates {

    private final List<Aggregate<Object>> all;

    /** The aggregates with accumulators in longs; null for the others. */
    private final InLongs[] inLongs;

    /** The position of each accumulator: after the first longs of a row, or after its first objects. */
    private final int[] positions;

    private final FieldPosition[] fields;
    private final int heads;
    private final int longs;
    private final int objects;
    private final boolean deducts;

    // The longs and objects of the tuple that was read
    private final long[] read;
    private final boolean[] isRead;
    private final Object[] next;

    /** @param heads the number of longs at the beginning of a row that belong to the kind of windows */
    @SuppressWarnings("unchecked")
    WindowAggregates(List<? extends Aggregate<?>> aggregates, int heads) {
        this.all = aggregates.stream().map(each -> (Aggregate<Object>) each).toList();
        this.heads = heads;
        int count = all.size();
        inLongs = new InLongs[count];
        positions = new int[count];
        fields = new FieldPosition[count];
        read = new long[count];
        isRead = new boolean[count];
        next = new Object[count];
        int ofLongs = heads;
        int ofObjects = 0;
        boolean allDeduct = true;
        for (int i = 0; i < count; i++) {
            if ((Aggregate<?>) all.get(i) instanceof InLongs own) {
                inLongs[i] = own;
                positions[i] = ofLongs;
                fields[i] = own.field() == null ? null : new FieldPosition(own.field());
                ofLongs += own.longs();
                allDeduct &= own.deducts();
            } else {
                positions[i] = ofObjects++;
                allDeduct = false;
            }
        }
        longs = ofLongs;
        objects = ofObjects;
        deducts = allDeduct;
    }

    int size() {
        return all.size();
    }

    int heads() {
        return heads;
    }

    /** Returns the number of longs of a row. */
    int longs() {
        return longs;
    }

    /** Returns the number of objects of a row. */
    int objects() {
        return objects;
    }

    /** Returns whether {@link #deduct} is possible. */
    boolean deducts() {
        return deducts;
    }

    /**
     * Reads the values that a tuple adds.
     *
     * @param row the row to which they are going to be added; below 0 for a new one
     */
    void read(WindowRows rows, int row, Tuple input) {
        for (int i = 0; i < inLongs.length; i++) {
            InLongs own = inLongs[i];
            if (own == null) {
                Aggregate<Object> each = all.get(i);
                next[i] = each.add(row < 0 ? each.init() : rows.objects()[rows.object(row, positions[i])], input);
            } else if (fields[i] != null) {
                Object value = fields[i].of(input);
                isRead[i] = value != null;
                read[i] = value == null ? 0 : own.read(value);
            } else {
                isRead[i] = true;
            }
        }
    }

    /** Adds the values that were read. */
    void add(WindowRows rows, int row) {
        for (int i = 0; i < inLongs.length; i++) {
            if (inLongs[i] == null) {
                rows.objects()[rows.object(row, positions[i])] = next[i];
                next[i] = null;
            } else if (isRead[i]) {
                inLongs[i].add(rows.longs(), rows.at(row, positions[i]), read[i]);
            }
        }
    }

    /** Merges a row into another one, which is earlier. */
    void merge(WindowRows rows, int row, WindowRows later, int laterRow) {
        for (int i = 0; i < inLongs.length; i++) {
            int position = positions[i];
            if (inLongs[i] == null) {
                int at = rows.object(row, position);
                rows.objects()[at] =
                        all.get(i).merge(rows.objects()[at], later.objects()[later.object(laterRow, position)]);
            } else {
                inLongs[i].merge(rows.longs(), rows.at(row, position), later.longs(), later.at(laterRow, position));
            }
        }
    }

    /** Deducts from a row another one that was merged into it. */
    void deduct(WindowRows rows, int row, WindowRows merged, int mergedRow) {
        for (int i = 0; i < inLongs.length; i++) {
            inLongs[i].deduct(
                    rows.longs(), rows.at(row, positions[i]), merged.longs(), merged.at(mergedRow, positions[i]));
        }
    }

    /** Puts the results of a row into the emitted values, from a position on. */
    void results(WindowRows rows, int row, Object[] values, int at) {
        for (int i = 0; i < inLongs.length; i++) {
            values[at + i] = all.get(i).result(accumulator(rows, row, i));
        }
    }

    private Object accumulator(WindowRows rows, int row, int aggregate) {
        InLongs own = inLongs[aggregate];
        int position = positions[aggregate];
        return own == null
                ? rows.objects()[rows.object(row, position)]
                : own.accumulator(rows.longs(), rows.at(row, position));
    }

    /** Returns the content of a row for a snapshot: its heads, and all accumulators. Any thread may call it. */
    List<Object> content(WindowRows rows, int row) {
        List<Object> content = new ArrayList<>(heads + inLongs.length);
        for (int i = 0; i < heads; i++) {
            content.add(rows.longs()[rows.at(row, i)]);
        }
        for (int i = 0; i < inLongs.length; i++) {
            content.add(accumulator(rows, row, i));
        }
        return content;
    }

    /** Sets a row to the content of a snapshot. */
    void restore(WindowRows rows, int row, List<?> content) {
        if (content.size() != heads + inLongs.length) {
            throw new IllegalStateException("a window of the snapshot has " + (content.size() - heads)
                    + " aggregates, and the bolt has " + inLongs.length
                    + ": leave them as they were, or give the bolt another id");
        }
        for (int i = 0; i < heads; i++) {
            rows.longs()[rows.at(row, i)] = (Long) content.get(i);
        }
        for (int i = 0; i < inLongs.length; i++) {
            Object accumulator = content.get(heads + i);
            if (inLongs[i] == null) {
                rows.objects()[rows.object(row, positions[i])] = accumulator;
            } else {
                inLongs[i].set(rows.longs(), rows.at(row, positions[i]), accumulator);
            }
        }
    }
}
