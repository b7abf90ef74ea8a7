// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.ENTRY_BYTES;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.ENTRY_COMPONENT;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.ENTRY_CRC;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.ENTRY_INDEX;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.ENTRY_KIND;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.ENTRY_LENGTH;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.ENTRY_OBJECT;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.ENTRY_OFFSET;
import static io.millrace.runtime.snapshot.store.SnapshotFileDescriptor.THIS_FILE;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Encodes and decodes the index of a worker's file. */
final class SnapshotFileIndex {

    private static final BlockName.Kind[] KINDS = BlockName.Kind.values();

    private SnapshotFileIndex() {}

    /** @param file name of the file that will contain the index */
    static ByteBuffer encode(String file, Map<BlockName, BlockLocation> blocks) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        blocks.forEach((name, location) -> {
            numbers.putIfAbsent(name.component(), numbers.size());
            if (!location.object().equals(file)) {
                numbers.putIfAbsent(location.object(), numbers.size());
            }
        });
        List<byte[]> names = new ArrayList<>();
        long bytes = Integer.BYTES;
        for (String name : numbers.keySet()) {
            names.add(name.getBytes(StandardCharsets.UTF_8));
            bytes += Integer.BYTES + names.get(names.size() - 1).length;
        }
        bytes += Integer.BYTES + (long) blocks.size() * ENTRY_BYTES;
        ByteBuffer index = ByteBuffer.allocate(Math.toIntExact(bytes)).order(ByteOrder.LITTLE_ENDIAN);
        index.putInt(names.size());
        names.forEach(name -> index.putInt(name.length).put(name));
        index.putInt(blocks.size());
        blocks.forEach((name, location) -> {
            int at = index.position();
            boolean here = location.object().equals(file);
            index.putInt(at + ENTRY_COMPONENT, numbers.get(name.component()));
            index.putInt(at + ENTRY_OBJECT, here ? THIS_FILE : numbers.get(location.object()));
            index.putLong(at + ENTRY_OFFSET, location.offset());
            index.putInt(at + ENTRY_LENGTH, location.length());
            index.putInt(at + ENTRY_CRC, location.crc());
            index.putInt(at + ENTRY_INDEX, name.index());
            index.putInt(at + ENTRY_KIND, name.kind().ordinal());
            index.position(at + ENTRY_BYTES);
        });
        return index.flip();
    }

    /**
     * Reads an index whose checksum is right.
     *
     * @throws DamagedSnapshotException if the bytes are no index that {@link #encode} makes
     */
    static Map<BlockName, BlockLocation> decode(String file, ByteBuffer bytes) throws DamagedSnapshotException {
        ByteBuffer index = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        String[] names = new String[count(file, index, Integer.BYTES)];
        for (int i = 0; i < names.length; i++) {
            byte[] name = new byte[count(file, index, 1)];
            index.get(name);
            names[i] = new String(name, StandardCharsets.UTF_8);
        }
        int entries = count(file, index, ENTRY_BYTES);
        Map<BlockName, BlockLocation> blocks = new LinkedHashMap<>(entries * 2);
        for (int i = 0; i < entries; i++) {
            int at = index.position();
            int object = index.getInt(at + ENTRY_OBJECT);
            int kind = index.getInt(at + ENTRY_KIND);
            long offset = index.getLong(at + ENTRY_OFFSET);
            int length = index.getInt(at + ENTRY_LENGTH);
            if (kind < 0 || kind >= KINDS.length || length < 0 || offset < 0 || offset > Long.MAX_VALUE - length) {
                throw malformed(file);
            }
            BlockName name = new BlockName(
                    name(file, names, index.getInt(at + ENTRY_COMPONENT)), KINDS[kind], index.getInt(at + ENTRY_INDEX));
            String in = object == THIS_FILE ? file : name(file, names, object);
            if (blocks.put(name, new BlockLocation(in, offset, length, index.getInt(at + ENTRY_CRC))) != null) {
                throw malformed(file);
            }
            index.position(at + ENTRY_BYTES);
        }
        if (index.hasRemaining()) {
            throw malformed(file);
        }
        return blocks;
    }

    private static int count(String file, ByteBuffer index, int bytesEach) throws DamagedSnapshotException {
        int count = index.remaining() < Integer.BYTES ? -1 : index.getInt();
        if (count < 0 || count > index.remaining() / bytesEach) {
            throw malformed(file);
        }
        return count;
    }

    private static String name(String file, String[] names, int number) throws DamagedSnapshotException {
        if (number < 0 || number >= names.length) {
            throw malformed(file);
        }
        return names[number];
    }

    private static DamagedSnapshotException malformed(String file) {
        return new DamagedSnapshotException(file, "has an index that no engine writes");
    }
}
