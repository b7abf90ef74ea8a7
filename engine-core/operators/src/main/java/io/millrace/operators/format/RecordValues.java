// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.RecordType;
import io.millrace.api.error.MalformedException;
import java.io.Reader;
import java.util.List;

/**
 * Makes the values of a record from the columns that the parser finds. A column that does not fit is kept as an error
 * until the parser is behind the record, so that it may go on with the next one. Used by one thread.
 */
final class RecordValues extends CsvCallbackHandler<Object[]> {

    /** A bound that no message of a connector reaches; the parser's buffer grows as far as it needs. */
    private static final int MAX_COLUMN_CHARS = 1 << 27;

    private static final char[] NO_CHARS = {};

    private final Delimited columns;
    private final List<String> names;
    private final ColumnType[] types;

    private final Column column = new Column();
    private Object[] values;
    private int count;
    private long line;
    private boolean blank;
    private MalformedException error;

    RecordValues(Delimited columns) {
        this.columns = columns;
        names = columns.fields().names();
        types = columns.types();
    }

    /** @param skipsBlank whether lines that are blank are no records */
    CsvReader<Object[]> parser(Reader text, boolean skipsBlank) {
        return CsvReader.builder()
                .fieldSeparator(columns.separator())
                .quoteCharacter(Delimited.QUOTE)
                .skipEmptyLines(skipsBlank)
                .allowUnclosedQuote(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .maxBufferSize(MAX_COLUMN_CHARS)
                .build(this, text);
    }

    /** A text in the parser's buffer. */
    private static final class Column implements CharSequence {

        private char[] buffer;
        private int offset;
        private int length;

        void wrap(char[] newBuffer, int newOffset, int newLength) {
            buffer = newBuffer;
            offset = newOffset;
            length = newLength;
        }

        @Override
        public int length() {
            return length;
        }

        @Override
        public char charAt(int index) {
            return buffer[offset + index];
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return toString().subSequence(start, end);
        }

        @Override
        public String toString() {
            return new String(buffer, offset, length);
        }
    }

    @Override
    protected void beginRecord(long startingLineNumber) {
        line = startingLineNumber;
        values = new Object[types.length];
        count = 0;
        blank = false;
        error = null;
    }

    @Override
    protected void addField(char[] from, int offset, int length, boolean quoted) {
        column.wrap(from, offset, length);
        if (count == 0) {
            blank = !quoted && isBlank(column);
        }
        if (count < types.length && error == null) {
            try {
                values[count] = types[count].value(names.get(count), quoted || length > 0 ? column : null);
            } catch (MalformedException e) {
                error = e;
            }
        }
        count++;
    }

    private static boolean isBlank(CharSequence text) {
        int i = 0;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return i == text.length();
    }

    @Override
    protected void setEmpty() {
        addField(NO_CHARS, 0, 0, false);
    }

    @Override
    protected void setComment(char[] from, int offset, int length) {
        throw new IllegalStateException("there are no comments");
    }

    @Override
    protected RecordType getRecordType() {
        return blank && count == 1 ? RecordType.EMPTY : RecordType.DATA;
    }

    @Override
    protected int getFieldCount() {
        return count;
    }

    @Override
    protected Object[] buildRecord() {
        return values;
    }

    /** Returns the line on which the record begins, from 1 on. */
    long line() {
        return line;
    }

    /** Throws what is wrong with the record that the parser has just passed. */
    void check() throws MalformedException {
        if (count != types.length) {
            throw new MalformedException("it has " + count + " columns with '" + columns.separator()
                    + "' between them, and " + types.length + " are expected: " + columns.fields());
        }
        if (error != null) {
            throw error;
        }
    }

    /** Returns what the parser refuses, with the column in which it stands. */
    MalformedException refused(CsvParseException e) {
        String reason = String.valueOf((e.getCause() == null ? e : e.getCause()).getMessage());
        // The parser names the line behind it, which those know who read a text of several records
        return new MalformedException(column() + ": " + reason.replaceFirst(" \\(record starting .*", ""), e);
    }

    String column() {
        return count < types.length ? "column '" + names.get(count) + "'" : "column " + (count + 1);
    }
}
