// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import io.millrace.api.Fields;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Converts a line's columns, with a text between them, to the values of fields. There are no quotes. Immutable; any
 * thread may use it.
 */
public final class Delimited implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String separator;
    private final Fields fields;
    private final ColumnType[] types;

    private Delimited(String separator, Fields fields, ColumnType[] types) {
        if (separator == null || separator.isEmpty()) {
            throw new TopologyException("the separator is empty: give one");
        }
        if (fields.size() == 0) {
            throw new TopologyException("the lines have no columns: name at least one");
        }
        this.separator = separator;
        this.fields = fields;
        this.types = types;
    }

    /** Returns a converter of columns that are all texts. */
    public static Delimited of(String separator, Fields fields) {
        ColumnType[] types = new ColumnType[fields.size()];
        Arrays.fill(types, ColumnType.TEXT);
        return new Delimited(separator, fields, types);
    }

    /** Returns a converter of columns that are the components of a record, in order. */
    public static Delimited of(String separator, Class<? extends Record> type) {
        Fields fields = Fields.of(type);
        ColumnType[] types = Stream.of(type.getRecordComponents())
                .map(component -> typeOf(type, component))
                .toArray(ColumnType[]::new);
        return new Delimited(separator, fields, types);
    }

    private static ColumnType typeOf(Class<?> type, RecordComponent component) {
        return ColumnType.of(component.getType())
                .orElseThrow(() -> new TopologyException("the component '" + component.getName() + "' of "
                        + type.getName() + " is a " + component.getType().getName()
                        + ", which no column of a line is: make it a String, int, long, double or boolean"));
    }

    public Fields fields() {
        return fields;
    }

    public ColumnType[] types() {
        return types.clone();
    }

    /** Returns the values of a line. */
    public Object[] values(String line) throws MalformedException {
        Object[] values = new Object[types.length];
        int begin = 0;
        for (int i = 0; i < values.length; i++) {
            int end = line.indexOf(separator, begin);
            if (end < 0 != (i == values.length - 1)) {
                throw new MalformedException("it has " + line.split(Pattern.quote(separator), -1).length
                        + " columns with '" + separator + "' between them, and " + types.length + " are expected: "
                        + fields);
            }
            values[i] = types[i].value(fields.names().get(i), line.substring(begin, end < 0 ? line.length() : end));
            begin = end + separator.length();
        }
        return values;
    }
}
