// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.runtime.codec.ValuesCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The blocks that a capture has written. */
final class Written implements StateCapture.Blocks {

    final Map<Integer, byte[]> blocks = new TreeMap<>();
    final Set<Integer> same = new TreeSet<>();

    static Written of(StateCapture capture) {
        return of(capture, new ValuesCodec(List.of(Box.class)));
    }

    static Written of(StateCapture capture, ValuesCodec codec) {
        Written written = new Written();
        try {
            capture.write(codec, written);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return written;
    }

    @Override
    public void put(int partition, ByteBuffer block) {
        byte[] bytes = new byte[block.remaining()];
        block.get(block.position(), bytes);
        if (blocks.put(partition, bytes) != null || same.contains(partition)) {
            throw new AssertionError("partition " + partition + " twice");
        }
    }

    @Override
    public void same(int partition) {
        if (!same.add(partition) || blocks.containsKey(partition)) {
            throw new AssertionError("partition " + partition + " twice");
        }
    }

    /** Returns the whole content, where unchanged blocks are these. */
    Map<Integer, byte[]> over(Map<Integer, byte[]> committed) {
        Map<Integer, byte[]> all = new TreeMap<>(blocks);
        for (int partition : same) {
            byte[] block = committed.get(partition);
            if (block == null) {
                throw new AssertionError("partition " + partition + " is unchanged, but nobody has written it");
            }
            all.put(partition, block);
        }
        return all;
    }

    /** Returns the block of states that belong to no key. */
    ByteBuffer taskBlock() {
        return ByteBuffer.wrap(blocks.get(StateCapture.TASK));
    }

    /** Loads all blocks. */
    void loadInto(HeapStates states) {
        blocks.forEach((partition, block) -> states.load(partition, ByteBuffer.wrap(block)));
    }
}
