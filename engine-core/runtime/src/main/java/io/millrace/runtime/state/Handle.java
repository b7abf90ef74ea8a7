// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.api.state.StateSpec;
import java.lang.invoke.MethodType;
import java.util.List;

/** The common part of the handles of all forms. Confined to the thread of the task. */
abstract class Handle {

    private final String where;
    private final String byKey;
    private final StateSpec<?> spec;
    private final List<Class<?>> classes;
    private final CurrentKey current;
    private final Values values;
    final Changes changes;
    final CopyOnWriteTable tables;

    /**
     * @param where names component and state, for messages
     * @param current current key; that of the task if the state is by task
     */
    Handle(String where, StateSpec<?> spec, CurrentKey current, Values values, Changes changes) {
        this.where = where;
        this.byKey = where + " is";
        this.spec = spec;
        this.classes = spec.classes().stream()
                .<Class<?>>map(type -> MethodType.methodType(type).wrap().returnType())
                .toList();
        this.current = current;
        this.values = values;
        this.changes = changes;
        this.tables = new CopyOnWriteTable(changes);
    }

    /** Returns the declared classes; for a primitive type, the class of its objects. */
    final List<Class<?>> classes() {
        return classes;
    }

    final StateSpec<?> spec() {
        return spec;
    }

    final CopyOnWriteTable tables() {
        return tables;
    }

    final Values values() {
        return values;
    }

    /** Returns the table in which the current key is, if it is there, to be read only. */
    final CopyOnWriteMap table() {
        current.require(byKey);
        return tables.get(current.block());
    }

    /** Returns the slot of the current key in its table; below 0 if it is not there. */
    final int slotIn(CopyOnWriteMap table) {
        return table.find(current.hash(), current.key());
    }

    /** Returns the table of the current key, which may be changed. The slots are those of {@link #table}. */
    final CopyOnWriteMap ownTable() {
        return tables.getOwn(current.block());
    }

    /** Sets the value of the current key. */
    final void put(Object value) {
        current.require(byKey);
        ownTable().put(current.hash(), current.key(), value, changes);
    }

    /** Counts the block of the current key as changed. */
    final void changed() {
        changes.change(current.block());
    }

    /** Removes the value of the current key and returns it; null if there is none. */
    final Object removeValue() {
        CopyOnWriteMap table = table();
        int slot = slotIn(table);
        if (slot < 0) {
            // Nothing has changed, so the block need not be written again
            return null;
        }
        Object removed = table.value(slot);
        ownTable().remove(slot, changes);
        return removed;
    }

    /** Returns whether a capture may share an object that was made with this number. */
    final boolean isShared(long made) {
        return made <= changes.shared();
    }

    /**
     * Checks a value that is to be kept.
     *
     * @param index index of its class among those of the specification
     * @param what description of the value, for the message
     */
    final void check(Object value, int index, String what) {
        if (value == null) {
            throw new NullPointerException(where + ": its " + what + " is null: give one, or remove what there is");
        }
        Class<?> type = classes.get(index);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(where + ": its " + what + " is a "
                    + value.getClass().getTypeName() + ", but it is declared for " + type.getTypeName());
        }
        values.check(where, value);
    }

    @SuppressWarnings("unchecked")
    static <T> T cast(Object value) {
        return (T) value;
    }
}
