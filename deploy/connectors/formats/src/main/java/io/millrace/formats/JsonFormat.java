// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.ReadFormat;
import io.millrace.operators.format.WriteFormat;
import java.util.Arrays;

/**
 * Messages that are one JSON object each. A field of a tuple is the property of its name. Immutable.
 *
 * <pre>{@code
 * record View(String page, long millis, Instant time) {}
 *
 * ReadFormat views = JsonFormat.of(View.class);
 * ReadFormat some = JsonFormat.fields("page", "time");
 * }</pre>
 *
 * <p>Nothing is converted between text, numbers and booleans. A message that is no JSON object, has a property twice,
 * or a value that does not fit its field is malformed, and the exception names the field and the byte at which it
 * begins, from 0.
 */
public final class JsonFormat implements ReadFormat, WriteFormat {

    private static final long serialVersionUID = 1L;

    /** Null if values have the types that JSON gives them. */
    private final Class<? extends Record> type;

    /** Null for all fields of a tuple, which can only be written. */
    private final Fields fields;

    private final boolean strict;

    private transient JsonReading reading;
    private transient JsonWriting writing;

    private JsonFormat(Class<? extends Record> type, Fields fields, boolean strict) {
        this.type = type;
        this.fields = fields;
        this.strict = strict;
    }

    /**
     * Returns a format whose fields are the components of a record, with their names and types: {@code String}, numbers
     * and booleans, primitive or not, {@code Instant} (as ISO-8601), enums, and lists, maps and records of these. A
     * property that is missing is null, and malformed if its component is primitive.
     *
     * @param type its constructor is not called
     */
    public static JsonFormat of(Class<? extends Record> type) {
        if (type == null || !type.isRecord()) {
            throw new TopologyException("JsonFormat.of has " + (type == null ? "no class" : type.getName())
                    + ", which is no record: give a record, or use JsonFormat.fields");
        }
        Fields fields = Fields.of(Arrays.stream(type.getRecordComponents())
                .map(component -> component.getName())
                .toArray(String[]::new));
        JsonFormat format = new JsonFormat(type, fields, false);
        // A component whose type cannot be read is a mistake of the topology, not of each message
        format.reading();
        return format;
    }

    /**
     * Returns a format of these properties. Their values are {@code String}, {@code Boolean}, {@code Long} for a number
     * without a fraction or exponent, {@code Double} for another one, {@code List}, {@code Map} or null. A property
     * that is missing is null.
     *
     * @param names at least one
     */
    public static JsonFormat fields(String... names) {
        if (names.length == 0) {
            throw new TopologyException("JsonFormat.fields has no names: give those of the properties to read");
        }
        return new JsonFormat(null, Fields.of(names), false);
    }

    /** Returns a format for sinks, which writes all fields of a tuple. */
    public static WriteFormat all() {
        return new JsonFormat(null, null, false);
    }

    /** Refuses messages with properties that are no fields, and those in which the property of a field is missing. */
    public JsonFormat strict() {
        return new JsonFormat(type, fields, true);
    }

    @Override
    public Fields fields() {
        return fields;
    }

    @Override
    public Object[] read(byte[] bytes, int offset, int length) throws MalformedException {
        return reading().read(bytes, offset, length);
    }

    private JsonReading reading() {
        if (reading == null) {
            reading = new JsonReading(type, fields, strict);
        }
        return reading;
    }

    /**
     * Writes an object with the fields of this format.
     *
     * @throws IllegalArgumentException if the tuple has no such field, or its value cannot be written, with the name of
     *     the field
     */
    @Override
    public byte[] write(Tuple input) {
        if (writing == null) {
            writing = new JsonWriting(fields);
        }
        return writing.write(input);
    }
}
