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
        int hash = hash(key);
        CopyOnWriteMap.Entry entry = map == null ? null : map.find(hash, key);
        if (entry == null) {
            return null;
        }
        Object value = entry.value();
        if (!Values.isImmutable(value) && isShared(entry.made())) {
            value = values().copy(value);
            ownMap().put(hash, key, value, changes);
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
        if (map == null || map.find(hash(key), key) == null) {
            return null;
        }
        CopyOnWriteMap own = ownMap();
        CopyOnWriteMap.Entry removed = own.remove(hash(key), key, changes);
        if (own.size() == 0) {
            removeEntry();
        }
        Object value = removed.value();
        return cast(isShared(removed.made()) ? values().copy(value) : value);
    }

    @Override
    public boolean contains(K key) {
        CopyOnWriteMap map = map();
        return map != null && map.find(hash(key), key) != null;
    }

    @Override
    public int size() {
        CopyOnWriteMap map = map();
        return map == null ? 0 : map.size();
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        CopyOnWriteMap map = map();
        for (int slot = 0; map != null && slot < map.slots(); slot++) {
            CopyOnWriteMap.Entry entry = map.at(slot);
            if (entry == null) {
                continue;
            }
            if (!Values.isImmutable(entry.value()) && isShared(entry.made())) {
                // A copy has the same slots
                map = ownMap();
                map.set(slot, values().copy(entry.value()), changes);
                entry = map.at(slot);
            }
            action.accept(cast(entry.key()), cast(entry.value()));
        }
    }

    @Override
    public void clear() {
        CopyOnWriteMap.Entry removed = removeEntry();
        if (removed != null) {
            changes.count(-((CopyOnWriteMap) removed.value()).size());
        }
    }

    private CopyOnWriteMap map() {
        CopyOnWriteMap.Entry entry = find();
        return entry == null ? null : (CopyOnWriteMap) entry.value();
    }

    private CopyOnWriteMap ownMap() {
        CopyOnWriteMap.Entry entry = findOwn();
        if (entry == null) {
            CopyOnWriteMap map = new CopyOnWriteMap(changes.next());
            put(map);
            return map;
        }
        CopyOnWriteMap map = (CopyOnWriteMap) entry.value();
        if (isShared(map.made())) {
            map = map.copy(changes.next());
            CopyOnWriteMap.set(entry, map);
        }
        return map;
    }

    /** Returns a spread hash code, as those of many classes use the upper bits only. */
    static int hash(Object key) {
        int product = (key == null ? 0 : key.hashCode()) * GOLDEN;
        return product ^ product >>> 16;
    }
}
