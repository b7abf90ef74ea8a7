// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.runtime.codec.CodecException;

/** Puts loaded values into tables. Confined to the thread of the task. */
final class Loading {

    private final Keys keys;
    private final Values values;
    private final Changes changes;
    private int[] positions = {};

    Loading(Keys keys, Values values, Changes changes) {
        this.keys = keys;
        this.values = values;
        this.changes = changes;
    }

    /** Returns the positions of all fields of a key. */
    int[] positions(int fields) {
        if (positions.length != fields) {
            positions = new int[fields];
            for (int i = 0; i < fields; i++) {
                positions[i] = i;
            }
        }
        return positions;
    }

    Object key(Object[] fields, int[] all) {
        return keys.of(fields, all);
    }

    /**
     * Returns a value in the form in which states keep it.
     *
     * @param index index of its class among those of the state
     */
    Object value(String where, Handle state, int index, Object read) {
        Class<?> type = state.classes().get(index);
        if (!type.isInstance(read)) {
            throw new CodecException(where + "state '" + state.spec().name() + "' has a "
                    + (read == null ? "null" : read.getClass().getTypeName()) + " in the snapshot, and is declared for "
                    + type.getTypeName() + ": restore it with the classes that wrote it");
        }
        return values.thaw(read);
    }

    void put(CopyOnWriteMap table, int hash, Object key, Object value) {
        table.put(hash, key, value, changes);
    }

    /** Returns a key's map; a new one if there was none. */
    CopyOnWriteMap mapOf(CopyOnWriteMap table, int hash, Object key) {
        int slot = table.find(hash, key);
        if (slot >= 0) {
            return (CopyOnWriteMap) table.value(slot);
        }
        CopyOnWriteMap map = new CopyOnWriteMap(changes.next());
        put(table, hash, key, map);
        return map;
    }

    /** Returns a key's list; a new one if there was none. */
    Elements listOf(CopyOnWriteMap table, int hash, Object key) {
        int slot = table.find(hash, key);
        if (slot >= 0) {
            return (Elements) table.value(slot);
        }
        Elements list = new Elements(changes.next());
        put(table, hash, key, list);
        return list;
    }
}
