// SPDX-License-Identifier: Apache-2.0
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
        CopyOnWriteMap table = table();
        int slot = slotIn(table);
        if (slot < 0) {
            return null;
        }
        Object value = table.value(slot);
        if (table.isShared(slot, changes) && !Values.isImmutable(value)) {
            value = values().copy(value);
            ownTable().set(slot, value);
        }
        return cast(value);
    }

    @Override
    public T change() {
        CopyOnWriteMap table = table();
        int slot = slotIn(table);
        if (slot < 0) {
            return null;
        }
        Object value = table.value(slot);
        if (table.isShared(slot, changes)) {
            value = values().copy(value);
            ownTable().set(slot, value);
        } else {
            // A value that no capture shares is in a table that no capture shares
            changed();
        }
        return cast(value);
    }

    @Override
    public void set(T value) {
        if (value == null) {
            removeValue();
        } else {
            check(value, 0, "value");
            put(value);
        }
    }

    @Override
    public void clear() {
        removeValue();
    }
}
