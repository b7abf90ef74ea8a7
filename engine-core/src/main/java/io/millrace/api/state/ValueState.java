package io.millrace.api.state;

/**
 * One value of the current key, or of the task. Call {@link #set} after changing an object that {@link #get} returned: until
 * then a snapshot may miss the change.
 *
 * @param <T> the class of the value
 */
public interface ValueState<T> {

    /** Returns the value; null if there is none. */
    T get();

    /** Returns the value, or another one if there is none. */
    default T getOr(T other) {
        T value = get();
        return value == null ? other : value;
    }

    /** Sets the value. Null clears it. The state keeps the object: do not change it afterwards without another call. */
    void set(T value);

    /** Removes the value. */
    void clear();
}
