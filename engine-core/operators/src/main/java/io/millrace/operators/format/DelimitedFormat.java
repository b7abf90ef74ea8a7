// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import io.millrace.api.Fields;
import io.millrace.api.error.MalformedException;

/** Reads messages that are one record each. Its parser is made at the first message, and stays with the task's copy. */
final class DelimitedFormat implements ReadFormat {

    private static final long serialVersionUID = 1L;

    private final Delimited columns;

    private transient RecordReader reader;

    DelimitedFormat(Delimited columns) {
        this.columns = columns;
    }

    @Override
    public Fields fields() {
        return columns.fields();
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public Object[] read(byte[] bytes, int offset, int length) throws MalformedException {
        if (reader == null) {
            reader = new RecordReader(columns);
        }
        return reader.read(bytes, offset, length);
    }
}
