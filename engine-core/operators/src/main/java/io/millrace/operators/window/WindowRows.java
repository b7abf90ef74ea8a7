// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.window;

import io.millrace.api.state.ChangingValue;
import io.millrace.operators.aggregate.InLongs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The open windows of one key, or their panes: a row for each, in the order of their beginnings. All rows are in one
 * array, so that they are read one after the other in memory. Changed by the task's thread.
 *
 * <pre>
 *   longs of a row
 *   0           1                 heads
 *  +-----------+- ... -----------+- ... ------------------+
 *  | beginning | others of the   | accumulators that are  |
 *  |           | kind of windows | in longs               |
 *  +-----------+- ... -----------+- ... ------------------+
 * </pre>
 *
 * Accumulators of other aggregates than {@link InLongs} are in an array of objects, which is null if there are none.
 */
final class WindowRows implements ChangingValue {

    private WindowAggregates aggregates;
    private long[] longs;
    private Object[] objects;

    /** The index of the first row; the rows before it are gone. */
    private int first;

    private int size;

    /** A time of the key, which the kind of windows uses. Of a total it is the time before which its rows begin. */
    private long next = Long.MAX_VALUE;

    /** A row with the total of all rows before a time, for sliding windows; null as long as it is not kept. */
    private WindowRows total;

    WindowRows(WindowAggregates aggregates) {
        this(aggregates, 1);
    }

    private WindowRows(WindowAggregates aggregates, int capacity) {
        this.aggregates = aggregates;
        this.longs = new long[capacity * aggregates.longs()];
        this.objects = aggregates.objects() == 0 ? null : new Object[capacity * aggregates.objects()];
    }

    /** Returns the rows of a snapshot, as {@link #content} has made them. */
    static WindowRows of(Object content, WindowAggregates aggregates) {
        List<?> rows = (List<?>) content;
        WindowRows restored = new WindowRows(aggregates, rows.size() - 1);
        restored.next = (Long) rows.get(0);
        restored.size = rows.size() - 1;
        for (int row = 0; row < restored.size; row++) {
            aggregates.restore(restored, row, (List<?>) rows.get(row + 1));
        }
        return restored;
    }

    /** Lets the aggregates of the present instance of the bolt go on, as a former one may have made the rows. */
    WindowRows with(WindowAggregates present) {
        if (aggregates != present) {
            aggregates = present;
            if (total != null) {
                total.with(present);
            }
        }
        return this;
    }

    @Override
    public Object content() {
        List<Object> rows = new ArrayList<>(1 + size);
        rows.add(next);
        for (int row = 0; row < size; row++) {
            rows.add(aggregates.content(this, row));
        }
        return rows;
    }

    @Override
    public WindowRows copy() {
        WindowRows copy = new WindowRows(aggregates, 0);
        copy.longs = Arrays.copyOfRange(longs, at(0, 0), at(size, 0));
        if (objects != null) {
            copy.objects = Arrays.copyOfRange(objects, object(0, 0), object(size, 0));
        }
        copy.size = size;
        copy.next = next;
        copy.total = total == null ? null : total.copy();
        return copy;
    }

    int size() {
        return size;
    }

    long next() {
        return next;
    }

    void next(long time) {
        next = time;
    }

    long[] longs() {
        return longs;
    }

    Object[] objects() {
        return objects;
    }

    /** Returns the index of a long of a row. */
    int at(int row, int position) {
        return (first + row) * aggregates.longs() + position;
    }

    /** Returns the index of an object of a row. */
    int object(int row, int position) {
        return (first + row) * aggregates.objects() + position;
    }

    long from(int row) {
        return longs[at(row, 0)];
    }

    long head(int row, int position) {
        return longs[at(row, position)];
    }

    void head(int row, int position, long value) {
        longs[at(row, position)] = value;
    }

    /**
     * Returns the row that begins at a time, or minus one minus the place where it would be. Most calls look for one of
     * the last two rows.
     */
    int find(long from) {
        int last = size - 1;
        if (last < 0 || from(last) < from) {
            return -1 - size;
        }
        if (from(last) == from) {
            return last;
        }
        int low = 0;
        int high = last - 1;
        int middle = high;
        while (low <= high) {
            long there = from(middle);
            if (there == from) {
                return middle;
            }
            if (there < from) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
            middle = low + high >>> 1;
        }
        return -1 - low;
    }

    /** Inserts an empty row, and returns it. */
    int insert(int row, long from) {
        int stride = aggregates.longs();
        if (at(size, stride) > longs.length) {
            makeRoom();
        }
        int objectsPerRow = aggregates.objects();
        System.arraycopy(longs, at(row, 0), longs, at(row + 1, 0), (size - row) * stride);
        Arrays.fill(longs, at(row, 0), at(row + 1, 0), 0);
        longs[at(row, 0)] = from;
        if (objects != null) {
            System.arraycopy(objects, object(row, 0), objects, object(row + 1, 0), (size - row) * objectsPerRow);
            Arrays.fill(objects, object(row, 0), object(row + 1, 0), null);
        }
        size++;
        return row;
    }

    /** Moves all rows to the beginning if enough is free there, otherwise into larger arrays. */
    private void makeRoom() {
        int stride = aggregates.longs();
        int each = aggregates.objects();
        if (first > size >> 2) {
            System.arraycopy(longs, at(0, 0), longs, 0, size * stride);
            if (objects != null) {
                System.arraycopy(objects, object(0, 0), objects, 0, size * each);
                Arrays.fill(objects, size * each, object(size, 0), null);
            }
        } else {
            int capacity = size + (size >> 1) + 1;
            longs = Arrays.copyOfRange(longs, at(0, 0), at(0, 0) + capacity * stride);
            if (objects != null) {
                objects = Arrays.copyOfRange(objects, object(0, 0), object(0, 0) + capacity * each);
            }
        }
        first = 0;
    }

    /** Removes the first row. */
    void removeFirst() {
        if (total != null && from(0) < total.next) {
            aggregates.deduct(total, 0, this, 0);
        }
        if (objects != null) {
            Arrays.fill(objects, object(0, 0), object(1, 0), null);
        }
        size--;
        first = size == 0 ? 0 : first + 1;
    }

    /** Removes rows. Not allowed for rows that are in a kept total. */
    void remove(int from, int to) {
        System.arraycopy(longs, at(to, 0), longs, at(from, 0), (size - to) * aggregates.longs());
        if (objects != null) {
            System.arraycopy(objects, object(to, 0), objects, object(from, 0), object(size, 0) - object(to, 0));
            Arrays.fill(objects, object(size - (to - from), 0), object(size, 0), null);
        }
        size -= to - from;
    }

    /** Sets a row to the content of another one. */
    void set(int row, WindowRows other, int otherRow) {
        System.arraycopy(other.longs, other.at(otherRow, 0), longs, at(row, 0), aggregates.longs());
        if (objects != null) {
            System.arraycopy(other.objects, other.object(otherRow, 0), objects, object(row, 0), aggregates.objects());
        }
    }

    /** Adds the tuple that was read to a row. */
    void add(int row) {
        aggregates.add(this, row);
        if (total != null && from(row) < total.next) {
            aggregates.add(total, 0);
        }
    }

    /** Returns a row with the total of all rows that begin before a time. It is kept, and changed with them. */
    WindowRows total(long end) {
        if (total == null) {
            total = new WindowRows(aggregates);
            total.insert(0, 0);
            total.next = Long.MIN_VALUE;
        }
        for (int row = size - 1; row >= 0 && from(row) >= total.next; row--) {
            if (from(row) < end) {
                aggregates.merge(total, 0, this, row);
            }
        }
        total.next = end;
        return total;
    }
}
