// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import de.siegmar.fastcsv.reader.CsvParseException;
import io.millrace.api.error.MalformedException;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Iterator;

/** The records of a text, such as a file, one after the other. Used by one thread. */
public final class DelimitedText {

    private final RecordValues values;
    private final Iterator<Object[]> records;

    DelimitedText(Delimited columns, Reader text) {
        values = new RecordValues(columns);
        records = values.parser(new Unmarked(text), true).iterator();
    }

    /** Leaves out a byte order mark at the beginning. */
    private static final class Unmarked extends FilterReader {

        private boolean begun;

        Unmarked(Reader text) {
            super(text);
        }

        @Override
        public int read(char[] to, int offset, int length) throws IOException {
            int count = super.read(to, offset, length);
            if (begun || count <= 0) {
                return count;
            }
            begun = true;
            if (to[offset] != Delimited.BYTE_ORDER_MARK) {
                return count;
            }
            System.arraycopy(to, offset + 1, to, offset, count - 1);
            return count > 1 ? count - 1 : super.read(to, offset, length);
        }
    }

    /**
     * Returns the values of the next record, or null behind the last one.
     *
     * @throws MalformedException with the line on which the record begins, and the mistake
     */
    public Object[] next() throws IOException, MalformedException {
        Object[] record = pass();
        if (record != null) {
            try {
                values.check();
            } catch (MalformedException e) {
                throw onLine(e);
            }
        }
        return record;
    }

    /** Passes over the next record, such as a header, whatever its columns are. */
    public void skip() throws IOException, MalformedException {
        pass();
    }

    private Object[] pass() throws IOException, MalformedException {
        try {
            return records.hasNext() ? records.next() : null;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (CsvParseException e) {
            throw onLine(values.refused(e));
        }
    }

    private MalformedException onLine(MalformedException e) {
        return new MalformedException("line " + line() + ": " + e.getMessage(), e);
    }

    /** Returns the line on which the last record begins, from 1 on; 0 before the first one. */
    public long line() {
        return values.line();
    }
}
