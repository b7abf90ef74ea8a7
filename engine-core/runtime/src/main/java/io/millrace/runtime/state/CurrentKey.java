// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.runtime.codec.StableHash;
import io.millrace.runtime.codec.ValuesCodec;

/** The key that the handles of states by key look up now. Confined to the thread of the task. */
final class CurrentKey {

    private static final int PARTITION_BITS = Integer.numberOfTrailingZeros(HeapStates.PARTITIONS);

    private ValuesCodec codec;
    private final Keys keys;

    private Object key;
    private int hash;
    private int block;
    private int keyFields;

    /** The number of fields of the present keys; 0 as long as there are no keys. */
    private int fields;

    /** The reason why there is no key; null if there is one. */
    private String missing = "no input is being processed";

    CurrentKey(ValuesCodec codec, Keys keys) {
        this.codec = codec;
        this.keys = keys;
    }

    /** Sets the codec of another thread, which goes on with the states. */
    void codec(ValuesCodec other) {
        codec = other;
    }

    /** Makes the current key of states which belong to no key. */
    static CurrentKey ofTask() {
        CurrentKey none = new CurrentKey(null, null);
        none.missing = null;
        return none;
    }

    void set(Object[] tuple, int[] positions) {
        long stable = StableHash.of(tuple, positions, codec);
        key = keys.of(tuple, positions);
        hash = hash(stable);
        block = block(hash);
        keyFields = positions.length;
        missing = null;
    }

    void set(KeyTimer timer) {
        set(timer.key(), timer.keyHash());
    }

    /** Sets a key of a table. */
    void set(Object kept, int keptHash) {
        key = kept;
        hash = keptHash;
        block = block(keptHash);
        keyFields = fields;
        missing = null;
    }

    void none(String why) {
        missing = why;
        key = null;
    }

    /** Returns the hash of a key in tables: the upper bits of its stable hash, as many as a table keeps. */
    static int hash(long stable) {
        return (int) (stable >>> Long.SIZE - CopyOnWriteMap.HASH_BITS);
    }

    /**
     * Returns the block of the partition of a hash, which is that of {@link StableHash#bucket}: the highest bits say
     * it, and the lowest the slot in its tables.
     */
    static int block(int hash) {
        return 1 + (hash >>> CopyOnWriteMap.HASH_BITS - PARTITION_BITS);
    }

    /**
     * Checks that there is a key.
     *
     * @param what name of what is by key, which begins the message
     * @throws IllegalStateException if there is no key, or it has another number of fields than others
     */
    void require(String what) {
        if (missing != null) {
            throw new IllegalStateException(what + " by key, but " + missing);
        }
        if (keyFields != fields) {
            refuseOtherFields(what);
        }
    }

    private void refuseOtherFields(String what) {
        if (fields != 0) {
            throw new IllegalStateException(what + " by " + fields + " fields, but this input is grouped by "
                    + keyFields + ": group all inputs that use it by the same number of fields");
        }
        if (keyFields > BlockDescriptor.MAX_KEY_FIELDS) {
            throw new IllegalStateException(what + " by key, but this input is grouped by " + keyFields
                    + " fields: group it by at most " + BlockDescriptor.MAX_KEY_FIELDS);
        }
        fields = keyFields;
    }

    /** Returns how many fields keys have; 0 if there are no keys yet. */
    int fields() {
        return fields;
    }

    void fields(int count) {
        fields = count;
    }

    Object key() {
        return key;
    }

    int hash() {
        return hash;
    }

    int block() {
        return block;
    }
}
