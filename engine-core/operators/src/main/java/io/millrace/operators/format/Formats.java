// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The formats that need no further module. JSON, Avro and Protobuf are in the module {@code millrace-formats}. */
public final class Formats {

    private Formats() {}

    /** Reads a message as text in UTF-8, into the field {@code line}. */
    public static ReadFormat text() {
        return text("line");
    }

    /** Reads a message as text in UTF-8, into one field. A message that is not valid UTF-8 is malformed. */
    public static ReadFormat text(String field) {
        return new Text(Fields.of(field));
    }

    /** Copies a message into one field, as a {@code byte[]}. */
    public static ReadFormat bytes(String field) {
        return new Bytes(Fields.of(field));
    }

    /**
     * Reads a message as columns with a text between them, into the components of a record in order: of String, int,
     * long, double, boolean and their classes. An empty column is null for the classes of numbers and Boolean. There
     * are no quotes, so no value contains the separator. A message with another number of columns, or one that does not
     * fit, is malformed.
     *
     * <p>A number has an optional sign and digits from 0 to 9; for a double also a point and an exponent, as in {@code
     * -1.5e3}. Blanks, NaN, Infinity, hexadecimal digits, suffixes, and values out of the type's range are malformed.
     */
    public static ReadFormat delimited(Class<? extends Record> type, String separator) {
        return new Columns(Delimited.of(separator, type));
    }

    /** Reads a message as {@link #delimited(Class, String)} does, into fields that are all texts. */
    public static ReadFormat delimited(Fields fields, String separator) {
        return new Columns(Delimited.of(separator, fields));
    }

    /**
     * Writes all values of a tuple as text in UTF-8, with a separator between them. A value that contains the
     * separator, or is a {@code byte[]}, is an error.
     */
    public static WriteFormat joined(String separator) {
        if (separator == null || separator.isEmpty()) {
            throw new TopologyException("the separator is empty: give one");
        }
        return input -> input.values().stream()
                .map(value -> joinable(value, separator, input))
                .collect(Collectors.joining(separator))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Writes one field: a {@code byte[]} as it is, any other value as text in UTF-8. */
    public static WriteFormat value(String field) {
        Fields.of(field);
        return input -> {
            Object value = input.get(field);
            return value instanceof byte[] bytes ? bytes : String.valueOf(value).getBytes(StandardCharsets.UTF_8);
        };
    }

    private static String joinable(Object value, String separator, Tuple input) {
        if (value instanceof byte[]) {
            throw new IllegalArgumentException(
                    "a value of " + input.fields() + " is a byte[]: write it by another format");
        }
        String text = String.valueOf(value);
        if (text.contains(separator)) {
            throw new IllegalArgumentException(
                    "a value of " + input.fields() + " contains the separator: choose another separator or format");
        }
        return text;
    }

    private record Text(Fields fields) implements ReadFormat {

        @Override
        public Object[] read(byte[] bytes, int offset, int length) throws MalformedException {
            return new Object[] {decoded(bytes, offset, length)};
        }

        @Override
        public boolean isText() {
            return true;
        }
    }

    private record Columns(Delimited columns) implements ReadFormat {

        @Override
        public Fields fields() {
            return columns.fields();
        }

        @Override
        public Object[] read(byte[] bytes, int offset, int length) throws MalformedException {
            return columns.values(decoded(bytes, offset, length));
        }

        @Override
        public boolean isText() {
            return true;
        }
    }

    private static String decoded(byte[] bytes, int offset, int length) throws MalformedException {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        // Bytes that cannot be decoded have become U+FFFD, which may also be in the message itself
        if (text.indexOf('\uFFFD') >= 0) {
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length));
            } catch (CharacterCodingException e) {
                throw new MalformedException("the message is no UTF-8", e);
            }
        }
        return text;
    }

    private record Bytes(Fields fields) implements ReadFormat {

        @Override
        public Object[] read(byte[] bytes, int offset, int length) {
            return new Object[] {Arrays.copyOfRange(bytes, offset, offset + length)};
        }
    }
}
