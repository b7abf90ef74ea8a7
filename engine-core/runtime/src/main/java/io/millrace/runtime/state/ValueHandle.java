package io.millrace.runtime.state;

import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;

/** The handle of one value per key or task. */
final class ValueHandle<T> extends Handle implements ValueState<T> {

    ValueHandle(String where, StateSpec<?> spec, CurrentKey current, Values values, Changes changes) {
        super(where, spec, current, values, changes);
    }

    @Override
    public T get() {
        CopyOnWriteMap.Entry entry = find();
        if (entry == null) {
            return null;
        }
        Object value = entry.value();
        if (!Values.isImmutable(value) && isShared(entry.made())) {
            value = values().copy(value);
            put(value);
        }
        return cast(value);
    }

    @Override
    public T change() {
        CopyOnWriteMap.Entry entry = find();
        if (entry == null) {
            return null;
        }
        Object value = entry.value();
        if (isShared(entry.made())) {
            value = values().copy(value);
            put(value);
        } else {
            // An entry that no capture shares is in a table that no capture shares
            changed();
        }
        return cast(value);
    }

    @Override
    public void set(T value) {
        if (value == null) {
            removeEntry();
        } else {
            check(value, 0, "value");
            put(value);
        }
    }

    @Override
    public void clear() {
        removeEntry();
    }
}
