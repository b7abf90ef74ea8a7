// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The rows that a task has received between two snapshots, encoded. A list of blocks, because one array of their size
 * would have to be copied as it grows.
 */
final class Interval {

    private static final int BLOCK_BYTES = 64 << 10;
    private static final int VALUES = 4;

    private final List<byte[]> blocks;
    private final int columns;

    /** Rows that are in no block yet. */
    private final RowBuffer last = new RowBuffer();

    private int count;
    private long blockBytes;

    Interval(int columns) {
        this(columns, 0, new ArrayList<>());
    }

    private Interval(int columns, int count, List<byte[]> blocks) {
        this.columns = columns;
        this.count = count;
        this.blocks = blocks;
        blockBytes = blocks.stream().mapToLong(block -> block.length).sum();
    }

    void add(Object[] row) {
        RowCodec.encode(row, last);
        count++;
        if (last.size() >= BLOCK_BYTES) {
            endBlock();
        }
    }

    private void endBlock() {
        if (last.size() > 0) {
            blockBytes += last.size();
            blocks.add(last.take());
        }
    }

    boolean isEmpty() {
        return count == 0;
    }

    long bytes() {
        return blockBytes + last.size();
    }

    /**
     * Returns what a snapshot keeps: the owner, the numbers of columns and rows, and the blocks. No row may be added
     * afterwards.
     */
    Object handle(String topologyId) {
        endBlock();
        return List.of(topologyId, columns, count, List.copyOf(blocks));
    }

    /** Returns the id of the topology that has made a handle. */
    static String owner(Object handle) {
        return (String) parts(handle).get(0);
    }

    static Interval of(Object handle) {
        List<?> parts = parts(handle);
        List<byte[]> blocks = new ArrayList<>();
        for (Object block : (List<?>) parts.get(3)) {
            blocks.add((byte[]) block);
        }
        return new Interval(((Number) parts.get(1)).intValue(), ((Number) parts.get(2)).intValue(), blocks);
    }

    private static List<?> parts(Object handle) {
        if (!(handle instanceof List<?> parts) || parts.size() != VALUES) {
            throw new IllegalArgumentException(
                    "a snapshot has rows in another form: begin without it, or with the version that has made it");
        }
        return parts;
    }

    int columns() {
        return columns;
    }

    int count() {
        return count;
    }

    /** Only of an interval to which no row is added any more. */
    Iterable<Object[]> rows() {
        return Rows::new;
    }

    private final class Rows implements Iterator<Object[]> {

        private final Iterator<byte[]> next = blocks.iterator();
        private ByteBuffer in = ByteBuffer.allocate(0);

        @Override
        public boolean hasNext() {
            while (!in.hasRemaining() && next.hasNext()) {
                in = ByteBuffer.wrap(next.next());
            }
            return in.hasRemaining();
        }

        @Override
        public Object[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            try {
                return RowCodec.decode(in, columns);
            } catch (BufferUnderflowException e) {
                throw new IllegalArgumentException("the rows of a snapshot end within a row", e);
            }
        }
    }
}
