// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.state;

/**
 * One value of the current key, or of the task. Call {@link #set} after changing an object that {@link #get} returned:
 * until then a snapshot may miss the change.
 *
 * @param <T> the class of the value
 */
public interface ValueState<T> {

    /**
     * Returns the value; null if there is none. A snapshot may put a copy into its place, so get an object that can
     * change again in each call of the bolt.
     */
    T get();

    /** Returns the value, or another one if there is none. */
    default T getOr(T other) {
        T value = get();
        return value == null ? other : value;
    }

    /**
     * Returns the value for a change in place before the present call of the bolt ends: this is {@link #get} and {@link
     * #set} of the same object. Null if there is none.
     */
    default T change() {
        T value = get();
        if (value != null) {
            set(value);
        }
        return value;
    }

    /**
     * Sets the value. Null clears it. The state keeps the object: do not change it afterwards without another call.
     *
     * @throws IllegalArgumentException if the value is not of the declared class
     */
    void set(T value);

    /** Removes the value. */
    void clear();
}
