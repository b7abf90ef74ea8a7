// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import de.siegmar.fastcsv.reader.CsvParseException;
import io.millrace.api.error.MalformedException;
import java.io.Reader;
import java.util.Iterator;

/**
 * Reads messages of one record each by one parser, which takes them for the lines of a text without end. The parser
 * asks for more only when it has passed all that it was given. So a message is one record if the parser asks once
 * behind it, gets a line feed, and then has the record. After a message that is not, there is another parser. Its
 * buffer is as long as the longest record so far. Used by one thread.
 */
final class RecordReader {

    private final RecordValues values;

    private Iterator<Object[]> records;
    private String message = "";
    private int position;

    /** How often the parser has asked behind the message. */
    private int asked;

    RecordReader(Delimited columns) {
        values = new RecordValues(columns);
        begin();
    }

    private void begin() {
        records = values.parser(new Messages(), false).iterator();
    }

    /** What the parser reads. */
    private final class Messages extends Reader {

        @Override
        public int read(char[] to, int offset, int length) {
            if (position < message.length()) {
                int part = Math.min(length, message.length() - position);
                message.getChars(position, position + part, to, offset);
                position += part;
                return part;
            }
            asked++;
            if (asked > 1) {
                return -1;
            }
            to[offset] = '\n';
            return 1;
        }

        @Override
        public void close() {}
    }

    /** A line break at the end of the message is left out. */
    Object[] read(byte[] from, int offset, int length) throws MalformedException {
        message = Formats.decoded(from, offset, withoutBreak(from, offset, length));
        position = 0;
        asked = 0;
        boolean passed = false;
        try {
            Object[] record = records.next();
            if (asked == 0) {
                throw new MalformedException("it has a line break outside quotes: a message is one record");
            }
            passed = true;
            values.check();
            return record;
        } catch (CsvParseException e) {
            if (asked > 1) {
                throw new MalformedException(
                        values.column() + ": the quote is not closed; a source of lines ends a message at a line feed,"
                                + " also in quotes: write values without line breaks, or another format",
                        e);
            }
            throw values.refused(e);
        } finally {
            if (!passed) {
                begin();
            }
        }
    }

    private static int withoutBreak(byte[] from, int offset, int length) {
        int end = offset + length;
        if (end > offset && from[end - 1] == '\n') {
            end--;
        }
        if (end > offset && from[end - 1] == '\r') {
            end--;
        }
        return end - offset;
    }
}
