// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import io.millrace.api.state.ListState;
import io.millrace.api.state.StateSpec;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;

/** The handle of one list per key or task, which has at least one element. */
final class ListHandle<T> extends Handle implements ListState<T> {

    ListHandle(String where, StateSpec<?> spec, CurrentKey current, Values values, Changes changes) {
        super(where, spec, current, values, changes);
    }

    @Override
    public void add(T element) {
        check(element, 0, "element");
        Elements own = ownList();
        if (own == null) {
            put(new Elements(changes.next(), element));
        } else {
            own.add(element);
        }
    }

    @Override
    public T get(int index) {
        Elements list = list();
        Objects.checkIndex(index, list == null ? 0 : list.size());
        Object element = list.get(index);
        if (!Values.isImmutable(element) && isShared(list.ownSince())) {
            Elements own = ownList();
            own.replaceAll(values()::copy, changes.next());
            element = own.get(index);
        }
        return cast(element);
    }

    @Override
    public int size() {
        Elements list = list();
        return list == null ? 0 : list.size();
    }

    @Override
    public void set(List<? extends T> elements) {
        Object[] array = elements.toArray();
        for (Object element : array) {
            check(element, 0, "element");
        }
        if (array.length == 0) {
            removeValue();
        } else {
            put(new Elements(changes.next(), array));
        }
    }

    @Override
    public void clear() {
        removeValue();
    }

    /** Returns an iterator that sees elements which are added meanwhile, and cannot remove any. */
    @Override
    public Iterator<T> iterator() {
        return new Iterator<>() {

            private int index;

            @Override
            public boolean hasNext() {
                return index < size();
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return ListHandle.this.get(index++);
            }
        };
    }

    private Elements list() {
        CopyOnWriteMap table = table();
        int slot = slotIn(table);
        return slot < 0 ? null : (Elements) table.value(slot);
    }

    private Elements ownList() {
        int slot = slotIn(table());
        if (slot < 0) {
            return null;
        }
        CopyOnWriteMap own = ownTable();
        Elements list = (Elements) own.value(slot);
        if (isShared(list.made())) {
            list = list.copy(changes.next());
            own.set(slot, list);
        }
        return list;
    }
}
