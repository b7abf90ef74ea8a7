// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.api.state.StateSpec;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.StableHash;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a block into the states of a task, and refuses content that {@link BlockWriter} cannot have written, or that
 * does not fit the declared states. Used for one block, by the task's thread.
 */
final class BlockReader {

    private final String where;
    private final Map<String, Handle> states;
    private final HeapTimers timers;
    private final Loading loading;
    private final ValuesCodec codec;
    private final int block;
    private final ByteBuffer buffer;
    private final int end;
    private int at;
    private int keyFields;

    /** The names of the sections that were read. */
    private final Set<String> seen = new HashSet<>();

    BlockReader(
            String component,
            Map<String, Handle> states,
            HeapTimers timers,
            Loading loading,
            ValuesCodec codec,
            int block,
            ByteBuffer bytes) {
        this.where = "component '" + component + "', " + (block == 0 ? "states of a task" : "partition " + (block - 1))
                + ": ";
        this.states = states;
        this.timers = timers;
        this.loading = loading;
        this.codec = codec;
        this.block = block;
        this.buffer = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        this.at = bytes.position();
        this.end = bytes.limit();
    }

    /** Reads all sections, where keys have this number of fields, or any number if it is 0. Returns their number. */
    int read(int fields) {
        require(BlockDescriptor.HEAD);
        if (buffer.get(at + BlockDescriptor.MAGIC_OFFSET) != BlockDescriptor.MAGIC) {
            throw malformed("it does not begin as a block of states does");
        }
        int version = buffer.get(at + BlockDescriptor.VERSION_OFFSET);
        if (version != BlockDescriptor.VERSION) {
            throw new CodecException(where + "its states have the format " + version + ", and this version reads "
                    + BlockDescriptor.VERSION + ": use the version of Millrace that wrote them");
        }
        keyFields = buffer.get(at + BlockDescriptor.KEY_FIELDS_OFFSET) & 0xFF;
        if ((block == 0) != (keyFields == 0)) {
            throw malformed("its key has " + keyFields + " fields");
        }
        if (block != 0 && fields != 0 && keyFields != fields) {
            throw new CodecException(where + "its key has " + keyFields + " fields, and that of others " + fields
                    + ": restore blocks of one snapshot");
        }
        at += BlockDescriptor.HEAD;
        while (at < end) {
            section();
        }
        return keyFields;
    }

    private void section() {
        byte kind = buffer.get(at++);
        Object[] head = record();
        if (kind == BlockDescriptor.TIMES || kind == BlockDescriptor.EVENT_TIMES) {
            timers(kind == BlockDescriptor.TIMES ? timers.times() : timers.eventTimes(), kind, head);
            return;
        }
        if (kind < BlockDescriptor.VALUE || kind > BlockDescriptor.LIST) {
            throw malformed("it has a section of the unknown kind " + kind);
        }
        for (Object name : head) {
            // Names are used in messages of one line
            if (!(name instanceof String text) || text.chars().anyMatch(Character::isISOControl)) {
                throw malformed("it has a section without a name");
            }
        }
        if (head.length != (kind == BlockDescriptor.MAP ? 3 : 2)) {
            throw malformed("it has a section with " + head.length + " names");
        }
        Handle state = state(kind, head);
        if (!seen.add(state.spec().name())) {
            throw malformed("it has state '" + state.spec().name() + "' twice");
        }
        CopyOnWriteMap table = state.tables().getOwn(block);
        for (int left = count(); left > 0; left--) {
            entry(kind, state, table);
        }
    }

    /** Returns the declared state of a section. */
    private Handle state(byte kind, Object[] head) {
        String name = (String) head[0];
        Handle state = states.get(name);
        if (state == null) {
            throw new CodecException(where + "the snapshot has state '" + name
                    + "', which the component does not declare: declare it, or give the component another id to"
                    + " start it without what it had");
        }
        StateSpec<?> spec = state.spec();
        if (spec.isPerTask() != (block == 0)) {
            throw changed(name, block == 0 ? "of a task" : "by key", spec.isPerTask() ? "of a task" : "by key");
        }
        if (BlockDescriptor.kind(spec.form()) != kind) {
            throw changed(name, form(kind), form(BlockDescriptor.kind(spec.form())));
        }
        List<Class<?>> classes = state.classes();
        for (int i = 0; i < classes.size(); i++) {
            if (!classes.get(i).getTypeName().equals(head[i + 1])) {
                throw changed(name, "of " + head[i + 1], "of " + classes.get(i).getTypeName());
            }
        }
        return state;
    }

    private static String form(byte kind) {
        return kind == BlockDescriptor.VALUE ? "a value" : kind == BlockDescriptor.MAP ? "a map" : "a list";
    }

    private CodecException changed(String name, String before, String now) {
        return new CodecException(where + "state '" + name + "' is " + before + " in the snapshot, and declared as "
                + now + ": declare it as it was, or give the new one another name");
    }

    private void entry(byte kind, Handle state, CopyOnWriteMap table) {
        Object[] pair = pair();
        Key key = key(pair[0]);
        switch (kind) {
            case BlockDescriptor.VALUE -> {
                Object value = loading.value(where, state, 0, pair[1]);
                if (table.find(key.hash(), key.value()) < 0) {
                    loading.put(table, key.hash(), key.value(), value);
                } else if (block != 0) {
                    throw malformed("it has a key twice");
                }
            }
            case BlockDescriptor.MAP -> map(state, key, table, number(pair[1]));
            default -> list(state, key, table, number(pair[1]));
        }
    }

    private void map(Handle state, Key key, CopyOnWriteMap table, long count) {
        CopyOnWriteMap map = loading.mapOf(table, key.hash(), key.value());
        if (block != 0 && map.size() > 0) {
            throw malformed("it has a key twice");
        }
        long expected = map.size() + count;
        for (long left = count; left > 0; left--) {
            Object[] pair = pair();
            Object mapKey = loading.value(where, state, 0, pair[0]);
            Object value = loading.value(where, state, 1, pair[1]);
            int hash = MapHandle.hash(mapKey);
            if (map.find(hash, mapKey) < 0) {
                loading.put(map, hash, mapKey, value);
            }
        }
        if (block != 0 && map.size() != expected) {
            throw malformed("it has a map with a key twice");
        }
    }

    private void list(Handle state, Key key, CopyOnWriteMap table, long count) {
        Elements list = loading.listOf(table, key.hash(), key.value());
        if (block != 0 && list.size() > 0) {
            throw malformed("it has a key twice");
        }
        for (long left = count; left > 0; left--) {
            Object[] values = record();
            if (values.length != 1) {
                throw malformed("it has an element of " + values.length + " values");
            }
            list.add(loading.value(where, state, 0, values[0]));
        }
    }

    private void timers(TimerQueue queue, byte kind, Object[] head) {
        if (head.length != 0 || block == 0 || !seen.add("timers " + kind)) {
            throw malformed("it has timers where none can be");
        }
        for (int left = count(); left > 0; left--) {
            Object[] pair = pair();
            Key key = key(pair[0]);
            if (!(pair[1] instanceof Long millis)) {
                throw malformed("it has a timer without a time");
            }
            if (!queue.add(new KeyTimer(key.value(), key.hash(), millis))) {
                throw malformed("it has a timer twice");
            }
        }
    }

    private record Key(Object value, int hash) {}

    private Key key(Object read) {
        if (block == 0) {
            if (read != null) {
                throw malformed("it has a key");
            }
            return new Key(null, 0);
        }
        Object[] fields = {read};
        if (keyFields > 1) {
            if (!(read instanceof List<?> list) || list.size() != keyFields) {
                throw malformed("it has a key without " + keyFields + " fields");
            }
            fields = list.toArray();
        }
        int[] positions = loading.positions(keyFields);
        long stable = StableHash.of(fields, positions, codec);
        if (CurrentKey.block(CurrentKey.hash(stable)) != block) {
            for (Object field : fields) {
                if (field != null && codec.isRegistered(field)) {
                    throw new CodecException(
                            where + "the encoding of " + field.getClass().getTypeName()
                                    + ", which is in its keys, has changed: leave the class and its place in"
                                    + " topology.serialization.classes as they were");
                }
            }
            throw malformed("it has a key of partition " + (CurrentKey.block(CurrentKey.hash(stable)) - 1));
        }
        return new Key(loading.key(fields, positions), CurrentKey.hash(stable));
    }

    private long number(Object value) {
        if (value instanceof Long number && number > 0) {
            return number;
        }
        throw malformed("it has a map or list without a count");
    }

    private int count() {
        require(BlockDescriptor.COUNT_LENGTH);
        int count = buffer.getInt(at);
        at += BlockDescriptor.COUNT_LENGTH;
        if (count < 1) {
            throw malformed("it has a section of " + count + " entries");
        }
        return count;
    }

    private Object[] pair() {
        Object[] values = record();
        if (values.length != 2) {
            throw malformed("it has an entry of " + values.length + " values");
        }
        return values;
    }

    private Object[] record() {
        long length = 0;
        int shift = 0;
        byte next;
        do {
            require(1);
            next = buffer.get(at++);
            length |= (next & 0x7FL) << shift;
            shift += 7;
        } while (next < 0 && shift < 7 * BlockDescriptor.MAX_LENGTH);
        if (next < 0 || length > end - at) {
            throw malformed("it ends within a record");
        }
        try {
            Object[] values = codec.read(buffer, at, at + (int) length);
            at += (int) length;
            return values;
        } catch (CodecException e) {
            throw new CodecException(where + "its states cannot be read: " + e.getMessage(), e);
        }
    }

    private void require(int bytes) {
        if (end - at < bytes) {
            throw malformed("it ends where " + bytes + " more bytes should be");
        }
    }

    private CodecException malformed(String what) {
        return new CodecException(where + "its states are malformed: " + what + " (at " + at + ")");
    }
}
