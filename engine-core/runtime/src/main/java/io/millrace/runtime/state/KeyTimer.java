package io.millrace.runtime.state;

import java.util.Objects;

/** A timer that is set. A capture shares its key and time, which never change; the rest is of the thread of the task alone. */
final class KeyTimer {

    private final Object key;
    private final int keyHash;
    private final int block;
    private final long millis;

    /** Where it is in its queue. */
    private int position;

    KeyTimer(Object key, int keyHash, int block, long millis) {
        this.key = key;
        this.keyHash = keyHash;
        this.block = block;
        this.millis = millis;
    }

    Object key() {
        return key;
    }

    int keyHash() {
        return keyHash;
    }

    int block() {
        return block;
    }

    long millis() {
        return millis;
    }

    int position() {
        return position;
    }

    void position(int index) {
        position = index;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyTimer that && millis == that.millis && Objects.equals(key, that.key);
    }

    @Override
    public int hashCode() {
        return MapHandle.hash(31 * keyHash + Long.hashCode(millis));
    }
}
