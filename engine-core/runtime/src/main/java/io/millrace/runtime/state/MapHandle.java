// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.api.state.MapState;
import io.millrace.api.state.StateSpec;
import java.util.function.BiConsumer;

/** The handle of one map per key or task: the value of its entry is a table, which has at least one entry. */
final class MapHandle<K, V> extends Handle implements MapState<K, V> {

    private static final int GOLDEN = 0x9E3779B9;

    MapHandle(String where, StateSpec<?> spec, CurrentKey current, Values values, Changes changes) {
        super(where, spec, current, values, changes);
    }

    @Override
    public V get(K key) {
        CopyOnWriteMap map = map();
        int slot = map.find(hash(key), key);
        if (slot < 0) {
            return null;
        }
        Object value = map.value(slot);
        if (map.isShared(slot, changes) && !Values.isImmutable(value)) {
            value = values().copy(value);
            ownMap().set(slot, value);
        }
        return cast(value);
    }

    @Override
    public void put(K key, V value) {
        check(key, 0, "map's key");
        check(value, 1, "map's value");
        ownMap().put(hash(key), key, value, changes);
    }

    @Override
    public V remove(K key) {
        CopyOnWriteMap map = map();
        int slot = map.find(hash(key), key);
        if (slot < 0) {
            return null;
        }
        Object value = map.value(slot);
        boolean isShared = map.isShared(slot, changes);
        CopyOnWriteMap own = ownMap();
        own.remove(slot, changes);
        if (own.size() == 0) {
            removeValue();
        }
        return cast(isShared ? values().copy(value) : value);
    }

    @Override
    public boolean contains(K key) {
        return map().find(hash(key), key) >= 0;
    }

    @Override
    public int size() {
        return map().size();
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        CopyOnWriteMap map = map();
        for (int slot = 0; slot < map.slots(); slot++) {
            if (map.isFull(slot)) {
                if (map.isShared(slot, changes) && !Values.isImmutable(map.value(slot))) {
                    CopyOnWriteMap own = ownMap();
                    own.set(slot, values().copy(map.value(slot)));
                    map = own;
                }
                action.accept(cast(map.key(slot)), cast(map.value(slot)));
            }
        }
    }

    @Override
    public void clear() {
        Object removed = removeValue();
        if (removed != null) {
            changes.count(-((CopyOnWriteMap) removed).size());
        }
    }

    /** Returns the map of the current key, to be read only. */
    private CopyOnWriteMap map() {
        CopyOnWriteMap table = table();
        int slot = slotIn(table);
        return slot < 0 ? CopyOnWriteMap.EMPTY : (CopyOnWriteMap) table.value(slot);
    }

    /** Returns the map of the current key, which may be changed. The slots are those of {@link #map}. */
    private CopyOnWriteMap ownMap() {
        CopyOnWriteMap table = table();
        int slot = slotIn(table);
        if (slot < 0) {
            CopyOnWriteMap map = new CopyOnWriteMap(changes.next());
            put(map);
            return map;
        }
        CopyOnWriteMap own = ownTable();
        CopyOnWriteMap map = (CopyOnWriteMap) own.value(slot);
        if (isShared(map.made())) {
            map = map.copy(changes.next());
            own.set(slot, map);
        }
        return map;
    }

    /** Returns a spread hash code, as those of many classes use the upper bits only. */
    static int hash(Object key) {
        int product = (key == null ? 0 : key.hashCode()) * GOLDEN;
        return product ^ product >>> 16;
    }
}
