// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.state;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * Declares one state of a bolt: its name, its form and the classes of its values. Immutable. Keep it in a constant,
 * which the bolt's {@code states} returns and {@code TaskContext.state} takes:
 *
 * <pre>{@code
 * private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);
 * }</pre>
 *
 * <p>Values are encoded as those of tuples are. Their classes must be built-in types, have a codec, or be registered by
 * {@code topology.serialization.classes}; {@code build} refuses others. Only the content of a list or map as a value is
 * kept, not its class: it may come back as another modifiable list, or as a map in the order of its entries.
 *
 * @param <S> the handle
 */
public final class StateSpec<S> implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The form of a state. */
    public enum Form {
        VALUE,
        MAP,
        LIST
    }

    private final String name;
    private final Form form;
    private final boolean perTask;

    /** A copy by {@link List#copyOf}, which is serializable. */
    @SuppressWarnings("serial")
    private final List<Class<?>> classes;

    private StateSpec(String name, Form form, boolean perTask, List<Class<?>> classes) {
        this.name = Objects.requireNonNull(name, "the name of a state is null: give one");
        this.form = form;
        this.perTask = perTask;
        this.classes = List.copyOf(classes);
    }

    /**
     * Declares one value per key.
     *
     * @param name the name by which a snapshot is restored, unique among the states of the component; 1 to 64 letters,
     *     digits, {@code _}, {@code -} or {@code .}
     */
    public static <T> StateSpec<ValueState<T>> value(String name, Class<T> type) {
        return new StateSpec<>(name, Form.VALUE, false, List.of(type));
    }

    /** Declares one map per key. The name has the form of {@link #value}. */
    public static <K, V> StateSpec<MapState<K, V>> map(String name, Class<K> keys, Class<V> values) {
        return new StateSpec<>(name, Form.MAP, false, List.of(keys, values));
    }

    /** Declares one list per key. The name has the form of {@link #value}. */
    public static <T> StateSpec<ListState<T>> list(String name, Class<T> elements) {
        return new StateSpec<>(name, Form.LIST, false, List.of(elements));
    }

    /**
     * Returns this state with one instance for each task instead of each key. When the number of tasks changes, an
     * instance goes to the task of the same index; instances of indexes that do not exist any more go to the first
     * task.
     */
    public StateSpec<S> perTask() {
        return new StateSpec<>(name, form, true, classes);
    }

    public String name() {
        return name;
    }

    public Form form() {
        return form;
    }

    public boolean isPerTask() {
        return perTask;
    }

    /** Returns the classes of the values; for a map those of the keys first. */
    public List<Class<?>> classes() {
        return classes;
    }

    /** Two specifications are equal if they declare the same state in the same way. */
    @Override
    public boolean equals(Object other) {
        return other instanceof StateSpec<?> that
                && name.equals(that.name)
                && form == that.form
                && perTask == that.perTask
                && classes.equals(that.classes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, form, perTask, classes);
    }

    @Override
    public String toString() {
        return "state '" + name + "'";
    }
}
