// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

/**
 * A hash table of which captures share earlier versions: open addressing with linear probing. It has no marks for
 * removed keys, as what is behind a removed one moves up. Changed by the thread of the task alone; shared tables are
 * read by another thread, and do not change any more.
 *
 * <pre>
 *  tags, an int for each slot            pairs, two references for each slot
 *   31      30      29 .. 0              2 * slot   2 * slot + 1
 *  +-------+-------+---------+          +----------+------------+
 *  | FULL  | OWN   | hash    |          |   key    |   value    |
 *  +-------+-------+---------+          +----------+------------+
 * </pre>
 *
 * A search reads tags until one has the hash, and only then a pair: a key that is there costs two places in memory
 * beside its own objects, and one that is not there costs the first of these alone. The tag of an empty slot is 0.
 *
 * <p>A table that is shared must be copied ({@link #copy}) before any change. The copy shares the values, which is why
 * they are not {@code OWN}: a value that can change must be replaced by a copy before it does ({@link #isShared}).
 */
final class CopyOnWriteMap {

    private static final int LEAST_SLOTS = 4;

    /** A table without content. It is never changed, as its number is that of a shared one. */
    static final CopyOnWriteMap EMPTY = new CopyOnWriteMap(0);

    private static final int FULL = 1 << 31;

    /** The mark of a slot whose value was set since the table was made. */
    private static final int OWN = 1 << 30;

    /** The number of bits of a hash that a table uses. */
    static final int HASH_BITS = 30;

    private static final int HASH = (1 << HASH_BITS) - 1;

    private final long made;
    private int[] tags;
    private Object[] pairs;
    private int size;

    /**
     * Makes an empty table.
     *
     * @param made the number of {@link Changes}
     */
    CopyOnWriteMap(long made) {
        this(made, new int[LEAST_SLOTS], new Object[2 * LEAST_SLOTS], 0);
    }

    private CopyOnWriteMap(long made, int[] tags, Object[] pairs, int size) {
        this.made = made;
        this.tags = tags;
        this.pairs = pairs;
        this.size = size;
    }

    long made() {
        return made;
    }

    /** Returns a table with the same keys and values in the same slots. */
    CopyOnWriteMap copy(long copied) {
        int[] notOwn = new int[tags.length];
        for (int slot = 0; slot < notOwn.length; slot++) {
            notOwn[slot] = tags[slot] & ~OWN;
        }
        return new CopyOnWriteMap(copied, notOwn, pairs.clone(), size);
    }

    int size() {
        return size;
    }

    /** Returns the number of slots, for iterations. */
    int slots() {
        return tags.length;
    }

    boolean isFull(int slot) {
        return tags[slot] != 0;
    }

    /** Returns the hash in a slot: the lower 30 bits of that of its key. */
    int hash(int slot) {
        return tags[slot] & HASH;
    }

    Object key(int slot) {
        return pairs[2 * slot];
    }

    Object value(int slot) {
        return pairs[2 * slot + 1];
    }

    /** Returns whether a capture may share the value in a slot. */
    boolean isShared(int slot, Changes changes) {
        long shared = changes.shared();
        return shared > 0 && (made <= shared || (tags[slot] & OWN) == 0);
    }

    /**
     * Returns the slot of a key; if there is none, minus one minus the empty slot where it would be. Of the hash, the
     * lower 30 bits are used.
     */
    int find(int hash, Object key) {
        int[] all = tags;
        int mask = all.length - 1;
        int slot = hash & mask;
        int wanted = hash | FULL | OWN;
        for (int tag = all[slot]; tag != 0; tag = all[slot]) {
            if ((tag | OWN) == wanted && isEqual(pairs[2 * slot], key)) {
                return slot;
            }
            slot = slot + 1 & mask;
        }
        return -1 - slot;
    }

    private static boolean isEqual(Object kept, Object key) {
        return kept == key || key != null && key.equals(kept);
    }

    /** Sets a key's value. Returns the previous value; null if there was none. */
    Object put(int hash, Object key, Object value, Changes changes) {
        int slot = find(hash, key);
        if (slot >= 0) {
            Object before = value(slot);
            set(slot, value);
            return before;
        }
        add(-1 - slot, hash, key, value, changes);
        return null;
    }

    /** Adds a key in the empty slot of {@link #find}. */
    void add(int empty, int hash, Object key, Object value, Changes changes) {
        tags[empty] = hash | FULL | OWN;
        pairs[2 * empty] = key;
        pairs[2 * empty + 1] = value;
        size++;
        changes.count(1);
        if (size * 3L > tags.length * 2L) {
            resize(tags.length * 2);
        }
    }

    /** Sets the value of the key in a slot. */
    void set(int slot, Object value) {
        tags[slot] |= OWN;
        pairs[2 * slot + 1] = value;
    }

    /** Removes the key in a slot. */
    void remove(int slot, Changes changes) {
        close(slot);
        size--;
        changes.count(-1);
        if (tags.length > LEAST_SLOTS && size * 8L < tags.length) {
            resize(Math.max(LEAST_SLOTS, tags.length / 4));
        }
    }

    /** Empties a slot, and moves each pair behind it that would not be found beyond an empty slot. */
    private void close(int slot) {
        int mask = tags.length - 1;
        int empty = slot;
        int next = slot + 1 & mask;
        for (int tag = tags[next]; tag != 0; tag = tags[next]) {
            if ((next - tag & mask) >= (next - empty & mask)) {
                move(next, tags, pairs, empty);
                empty = next;
            }
            next = next + 1 & mask;
        }
        tags[empty] = 0;
        pairs[2 * empty] = null;
        pairs[2 * empty + 1] = null;
    }

    private void move(int slot, int[] toTags, Object[] toPairs, int to) {
        toTags[to] = tags[slot];
        toPairs[2 * to] = pairs[2 * slot];
        toPairs[2 * to + 1] = pairs[2 * slot + 1];
    }

    private void resize(int length) {
        int[] others = new int[length];
        Object[] otherPairs = new Object[2 * length];
        int mask = length - 1;
        for (int from = 0; from < tags.length; from++) {
            if (tags[from] != 0) {
                int slot = tags[from] & mask;
                while (others[slot] != 0) {
                    slot = slot + 1 & mask;
                }
                move(from, others, otherPairs, slot);
            }
        }
        tags = others;
        pairs = otherPairs;
    }
}
