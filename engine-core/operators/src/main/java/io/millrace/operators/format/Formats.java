// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import io.millrace.api.Fields;
import io.millrace.api.error.MalformedException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

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
     * long, double, boolean and their classes. A column may be in double quotes, with quotes in it doubled, as RFC 4180
     * has it; then it may contain the separator and, if the source does not end messages at line feeds, line breaks. An
     * empty column without quotes is null, {@code ""} is the empty text. A message with another number of columns, or
     * one that does not fit, is malformed.
     *
     * <p>A number has an optional sign and digits from 0 to 9; for a double also a point and an exponent, as in {@code
     * -1.5e3}. Blanks, NaN, Infinity, hexadecimal digits, suffixes, and values out of the type's range are malformed.
     */
    public static ReadFormat delimited(Class<? extends Record> type, String separator) {
        return new DelimitedFormat(Delimited.of(separator, type));
    }

    /** Reads a message as {@link #delimited(Class, String)} does, into fields that are all texts. */
    public static ReadFormat delimited(Fields fields, String separator) {
        return new DelimitedFormat(Delimited.of(separator, fields));
    }

    /**
     * Writes all values of a tuple as text in UTF-8, as {@link #delimited(Class, String)} reads them: with a separator
     * between them, and quotes where they are needed. The only value of a tuple is written as it is. A value that is a
     * {@code byte[]} is an error.
     */
    public static WriteFormat joined(String separator) {
        Delimited.requireSeparator(separator);
        return input -> Delimited.join(input, separator).getBytes(StandardCharsets.UTF_8);
    }

    /** Writes one field: a {@code byte[]} as it is, any other value as text in UTF-8. */
    public static WriteFormat value(String field) {
        Fields.of(field);
        return input -> {
            Object value = input.get(field);
            return value instanceof byte[] bytes ? bytes : String.valueOf(value).getBytes(StandardCharsets.UTF_8);
        };
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

    static String decoded(byte[] bytes, int offset, int length) throws MalformedException {
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
