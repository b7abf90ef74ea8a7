package io.millrace.runtime.state;

/**
 * A hash table of which captures share earlier versions: open addressing with linear probing. It has no marks for
 * removed entries, as the entries behind a removed one move up. Changed by the thread of the task alone; shared parts
 * are read by another thread, and do not change any more.
 *
 * <p>A table that is shared must be copied ({@link #copy}) before any change; the copy still shares the entries. An
 * entry that is shared is replaced instead of changed, for which methods take {@link Changes}.
 */
final class CopyOnWriteMap {

    private static final int LEAST_SLOTS = 4;

    /** A key and its value. */
    static final class Entry {

        private final int hash;
        private final Object key;
        private final long made;
        private Object value;

        private Entry(int hash, Object key, Object value, long made) {
            this.hash = hash;
            this.key = key;
            this.value = value;
            this.made = made;
        }

        int hash() {
            return hash;
        }

        Object key() {
            return key;
        }

        Object value() {
            return value;
        }

        /** Returns the number of {@link Changes} when the entry was made. */
        long made() {
            return made;
        }
    }

    private final long made;
    private Entry[] slots;
    private int size;

    /** Makes an empty table. */
    CopyOnWriteMap(long made) {
        this(made, new Entry[LEAST_SLOTS], 0);
    }

    private CopyOnWriteMap(long made, Entry[] slots, int size) {
        this.made = made;
        this.slots = slots;
        this.size = size;
    }

    long made() {
        return made;
    }

    CopyOnWriteMap copy(long copied) {
        return new CopyOnWriteMap(copied, slots.clone(), size);
    }

    int size() {
        return size;
    }

    /** Returns the number of slots, for iterations by {@link #at}. */
    int slots() {
        return slots.length;
    }

    /** Returns the entry in a slot; null if it is empty. */
    Entry at(int slot) {
        return slots[slot];
    }

    /** Returns a key's entry; null if there is none. */
    Entry find(int hash, Object key) {
        return slots[slotOf(hash, key)];
    }

    /** Returns a key's entry with a value that may be changed; null if there is none. */
    Entry findOwn(int hash, Object key, Changes changes) {
        int slot = slotOf(hash, key);
        Entry entry = slots[slot];
        return entry == null ? null : own(slot, changes);
    }

    /** Sets a key's value. Returns the previous value; null if there was none. */
    Object put(int hash, Object key, Object value, Changes changes) {
        int slot = slotOf(hash, key);
        Entry entry = slots[slot];
        if (entry == null) {
            slots[slot] = new Entry(hash, key, value, changes.next());
            size++;
            changes.count(1);
            if (size * 3L > slots.length * 2L) {
                resize(slots.length * 2);
            }
            return null;
        }
        Object before = entry.value;
        set(slot, value, changes);
        return before;
    }

    /** Sets the value of the entry in a slot. */
    void set(int slot, Object value, Changes changes) {
        Entry entry = slots[slot];
        if (entry.made <= changes.shared()) {
            slots[slot] = new Entry(entry.hash, entry.key, value, changes.next());
        } else {
            entry.value = value;
        }
    }

    /** Sets the value of an entry that {@link #findOwn} has returned. */
    static void set(Entry own, Object value) {
        own.value = value;
    }

    /** Removes a key. Returns its entry; null if there was none. */
    Entry remove(int hash, Object key, Changes changes) {
        int slot = slotOf(hash, key);
        Entry removed = slots[slot];
        if (removed == null) {
            return null;
        }
        close(slot);
        size--;
        changes.count(-1);
        if (slots.length > LEAST_SLOTS && size * 8L < slots.length) {
            resize(slots.length / 4 < LEAST_SLOTS ? LEAST_SLOTS : slots.length / 4);
        }
        return removed;
    }

    private Entry own(int slot, Changes changes) {
        Entry entry = slots[slot];
        if (entry.made <= changes.shared()) {
            entry = new Entry(entry.hash, entry.key, entry.value, changes.next());
            slots[slot] = entry;
        }
        return entry;
    }

    /** Returns the slot of a key, or the empty one where it would be. */
    private int slotOf(int hash, Object key) {
        Entry[] all = slots;
        int mask = all.length - 1;
        int slot = hash & mask;
        for (Entry entry = all[slot]; entry != null; entry = all[slot]) {
            if (entry.hash == hash && (entry.key == key || key != null && key.equals(entry.key))) {
                return slot;
            }
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** Empties a slot, and moves each entry behind it that would not be found beyond an empty slot. */
    private void close(int slot) {
        int mask = slots.length - 1;
        int empty = slot;
        int next = slot + 1 & mask;
        for (Entry entry = slots[next]; entry != null; entry = slots[next]) {
            int home = entry.hash & mask;
            if ((next - home & mask) >= (next - empty & mask)) {
                slots[empty] = entry;
                empty = next;
            }
            next = next + 1 & mask;
        }
        slots[empty] = null;
    }

    private void resize(int length) {
        Entry[] larger = new Entry[length];
        int mask = length - 1;
        for (Entry entry : slots) {
            if (entry != null) {
                int slot = entry.hash & mask;
                while (larger[slot] != null) {
                    slot = slot + 1 & mask;
                }
                larger[slot] = entry;
            }
        }
        slots = larger;
    }
}
