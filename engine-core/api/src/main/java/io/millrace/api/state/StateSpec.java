package io.millrace.api.state;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * Declares one state of a bolt: its name, its form and the classes of its values. Immutable. Keep it in a constant, which the
 * bolt's {@code states} returns and {@code TaskContext.state} takes:
 *
 * <pre>{@code
 * private static final StateSpec<ValueState<Long>> COUNT = StateSpec.value("count", Long.class);
 * }</pre>
 *
 * <p>Values are encoded as those of tuples are. So their classes are built-in types, have a codec, or are registered by
 * {@code topology.serialization.classes}; {@code build} refuses others. Of a list or map as a value only its content is
 * kept, not its class: it may come back as another list, or map in the order of its entries, which can be changed.
 *
 * @param <S> the handle
 */
public final class StateSpec<S> implements Serializable {

    private static final long serialVersionUID = 1L;

    /** What a state holds. */
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
     * @param name unique among the states of the component; 1 to 64 letters, digits, {@code _}, {@code -} or {@code .}. A
     *     snapshot is restored by it
     */
    public static <T> StateSpec<ValueState<T>> value(String name, Class<T> type) {
        return new StateSpec<>(name, Form.VALUE, false, List.of(type));
    }

    /** Declares one map per key. The name is as of {@link #value}. */
    public static <K, V> StateSpec<MapState<K, V>> map(String name, Class<K> keys, Class<V> values) {
        return new StateSpec<>(name, Form.MAP, false, List.of(keys, values));
    }

    /** Declares one list per key. The name is as of {@link #value}. */
    public static <T> StateSpec<ListState<T>> list(String name, Class<T> elements) {
        return new StateSpec<>(name, Form.LIST, false, List.of(elements));
    }

    /**
     * Returns the same state, but one of each task instead of one of each key. With another number of tasks it goes to the
     * task of the same index; what tasks had that there are no more goes to the first.
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

    /** Returns the classes of the values; of a map those of the keys first. */
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
