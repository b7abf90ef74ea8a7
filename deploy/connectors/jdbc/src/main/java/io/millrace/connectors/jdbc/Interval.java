package io.millrace.connectors.jdbc;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The rows that a task has received between two snapshots, encoded. A list of blocks, because one array of their size would have to
 * be copied as it grows.
 */
final class Interval {

    private static final int BLOCK_BYTES = 64 << 10;
    private static final int VALUES = 4;

    private final List<byte[]> blocks;
    private final int columns;
    private int count;
    private int used;
    private long bytes;

    Interval(int columns) {
        this(columns, 0, new ArrayList<>());
    }

    private Interval(int columns, int count, List<byte[]> blocks) {
        this.columns = columns;
        this.count = count;
        this.blocks = blocks;
        bytes = blocks.stream().mapToLong(block -> block.length).sum();
    }

    void add(Object[] row) {
        byte[] encoded = RowCodec.encode(row);
        int last = blocks.size() - 1;
        if (last < 0 || used + encoded.length > blocks.get(last).length) {
            trim();
            blocks.add(new byte[Math.max(encoded.length, BLOCK_BYTES)]);
            used = 0;
            last++;
        }
        System.arraycopy(encoded, 0, blocks.get(last), used, encoded.length);
        used += encoded.length;
        bytes += encoded.length;
        count++;
    }

    /** Cuts what is not used from the last block. */
    private void trim() {
        int last = blocks.size() - 1;
        if (last >= 0 && used < blocks.get(last).length) {
            blocks.set(last, Arrays.copyOf(blocks.get(last), used));
        }
    }

    boolean isEmpty() {
        return count == 0;
    }

    long bytes() {
        return bytes;
    }

    /** Returns what a snapshot keeps: the owner, the numbers of columns and rows, and the blocks. No row may be added afterwards. */
    Object handle(String topologyId) {
        trim();
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

    Iterable<Object[]> rows() {
        return Rows::new;
    }

    private final class Rows implements Iterator<Object[]> {

        private final Iterator<byte[]> next = List.copyOf(blocks).iterator();
        private DataInputStream in = new DataInputStream(new ByteArrayInputStream(new byte[0]));

        @Override
        public boolean hasNext() {
            try {
                while (in.available() == 0 && next.hasNext()) {
                    in = new DataInputStream(new ByteArrayInputStream(next.next()));
                }
                return in.available() > 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public Object[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            try {
                return RowCodec.decode(in, columns);
            } catch (EOFException e) {
                throw new IllegalArgumentException("the rows of a snapshot end within a row", e);
            } catch (IOException e) {
                throw new IllegalArgumentException("the rows of a snapshot cannot be read: " + e.getMessage(), e);
            }
        }
    }
}
