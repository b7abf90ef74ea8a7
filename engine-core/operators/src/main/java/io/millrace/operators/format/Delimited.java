// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import java.io.Reader;
import java.io.Serializable;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The columns of records in text, as RFC 4180 has them, with any separator between them: which fields they are, and of
 * which types. A column that contains the separator, a quote or a line break is in double quotes, and a quote in it is
 * doubled. A column that is empty and has no quotes is null; {@code ""} is the empty text. Immutable; any thread may
 * use it.
 */
public final class Delimited implements Serializable {

    static final char QUOTE = '"';
    static final char BYTE_ORDER_MARK = '\uFEFF';

    private static final long serialVersionUID = 1L;

    private final String separator;
    private final Fields fields;
    private final ColumnType[] types;

    private Delimited(String separator, Fields fields, ColumnType[] types) {
        requireSeparator(separator);
        if (fields.size() == 0) {
            throw new TopologyException("the records have no columns: name at least one");
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

    String separator() {
        return separator;
    }

    /**
     * Reads the records of a text. A byte order mark at its beginning, and lines that are blank, are left out.
     *
     * @param text is read in large parts, and not closed
     */
    public DelimitedText read(Reader text) {
        return new DelimitedText(this, text);
    }

    /**
     * Returns the values of a tuple as one record, without a line break behind it. Null is an empty column. The only
     * value of a tuple is written as it is, without quotes.
     *
     * @throws IllegalArgumentException if a value is a {@code byte[]}, with its field
     */
    public static String join(Tuple input, String separator) {
        if (input.size() == 1) {
            return text(input, 0);
        }
        StringBuilder record = new StringBuilder();
        for (int i = 0; i < input.size(); i++) {
            record.append(i == 0 ? "" : separator);
            String text = text(input, i);
            if (input.get(i) != null && needsQuotes(text, separator.charAt(0))) {
                record.append(QUOTE).append(text.replace("\"", "\"\"")).append(QUOTE);
            } else {
                record.append(text);
            }
        }
        return record.toString();
    }

    private static String text(Tuple input, int index) {
        Object value = input.get(index);
        if (value instanceof byte[]) {
            throw new IllegalArgumentException(
                    "field '" + input.fields().names().get(index)
                            + "' is a byte[], which no column is: write it by another format");
        }
        return value == null ? "" : value.toString();
    }

    /** A beginning of the separator needs quotes too, as it might become a separator with what follows. */
    private static boolean needsQuotes(String text, char separator) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == separator || c == QUOTE || c == '\n' || c == '\r') {
                return true;
            }
        }
        return text.isEmpty() || text.charAt(0) == BYTE_ORDER_MARK;
    }

    static void requireSeparator(String separator) {
        if (separator == null || separator.isEmpty()) {
            throw new TopologyException("the separator is empty: give one");
        }
        if (separator.chars().anyMatch(c -> c == QUOTE || c == '\n' || c == '\r')) {
            throw new TopologyException("the separator has a quote or a line break: give another one");
        }
    }
}
