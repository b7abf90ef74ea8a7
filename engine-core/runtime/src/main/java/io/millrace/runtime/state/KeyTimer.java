// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import java.util.Objects;

/** A timer that is set. A capture shares its constant key and time; only the thread of the task uses the rest. */
final class KeyTimer {

    private final Object key;
    private final int keyHash;
    private final long millis;

    /** The position in its queue. */
    private int position;

    KeyTimer(Object key, int keyHash, long millis) {
        this.key = key;
        this.keyHash = keyHash;
        this.millis = millis;
    }

    Object key() {
        return key;
    }

    int keyHash() {
        return keyHash;
    }

    int block() {
        return CurrentKey.block(keyHash);
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
