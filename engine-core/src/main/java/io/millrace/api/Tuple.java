package io.millrace.api;

import java.util.List;
import java.util.Map;

/**
 * One message: values with the field names that the source declared. Immutable, may be kept after {@code execute};
 * values that the source changes after emitting it are the source's mistake, as hops within a worker pass references.
 *
 * <p>Every getter exists by position and by name. An unknown field or position throws {@link IllegalArgumentException}
 * naming those that exist; a value of another type throws {@link ClassCastException} naming field, type and source.
 * Numbers convert where nothing is lost: {@code getLong} reads an Integer, {@code getDouble} any number.
 */
public interface Tuple {

    int size();

    Object get(int index);

    Object get(String field);

    String getString(int index);

    String getString(String field);

    int getInt(int index);

    int getInt(String field);

    long getLong(int index);

    long getLong(String field);

    double getDouble(int index);

    double getDouble(String field);

    boolean getBoolean(int index);

    boolean getBoolean(String field);

    byte[] getBytes(int index);

    byte[] getBytes(String field);

    List<Object> getList(int index);

    List<Object> getList(String field);

    Map<Object, Object> getMap(int index);

    Map<Object, Object> getMap(String field);

    boolean contains(String field);

    Fields fields();

    /** The values in the fields' order; unmodifiable, may hold nulls. */
    List<Object> values();

    String sourceComponent();

    int sourceTask();

    String sourceStream();

    /** Whether this is the engine's tick (see {@link BoltDeclarer#tickEvery}) and not data. */
    default boolean isTick() {
        return Streams.TICK.equals(sourceStream());
    }
}
