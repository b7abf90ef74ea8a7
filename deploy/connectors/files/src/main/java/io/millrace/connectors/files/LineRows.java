// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import io.millrace.api.Counter;
import io.millrace.api.SpoutCollector;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.FormatReader;
import io.millrace.operators.format.Formats;
import io.millrace.operators.format.ReadFormat;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** Makes the tuples of lines. Called by the task's thread. */
final class LineRows {

    private static final ReadFormat TEXT = Formats.text();
    private static final Object[] NOTHING = {};

    /** Null for lines as text, whatever their bytes are. */
    private final FormatReader reader;

    private final boolean positions;
    private final SpoutCollector out;
    private final Counter malformed;
    private final Set<String> told = new HashSet<>();

    LineRows(ReadFormat format, boolean positions, TaskContext context, SpoutCollector out) {
        reader = format == null ? null : FormatReader.ofLines(format, context, out);
        this.positions = positions;
        this.out = out;
        malformed = format == null ? context.counter("lines.malformed") : null;
    }

    /** Returns the tuple of the reader's line, or null if it makes none. */
    FormatReader.Row read(LineReader line, SourceFile file, long offset) {
        if (reader != null) {
            String path = file.path.toString();
            Object[] added = positions ? new Object[] {path, offset} : NOTHING;
            return reader.read(line.bytes(), line.lineStart(), line.lineLength(), path, offset, added);
        }
        Object[] text = text(line, file, offset);
        return new FormatReader.Row(
                Streams.DEFAULT, positions ? new Object[] {text[0], file.path.toString(), offset} : text);
    }

    private Object[] text(LineReader line, SourceFile file, long offset) {
        try {
            return TEXT.read(line.bytes(), line.lineStart(), line.lineLength());
        } catch (MalformedException e) {
            malformed.increment();
            if (told.add(file.key)) {
                out.reportError(new TopologyException(file.path + ": the line at byte " + offset
                        + " is no UTF-8: what cannot be read has become U+FFFD, and further lines are counted as"
                        + " lines.malformed; write UTF-8, or read bytes by a format"));
            }
            return new Object[] {new String(line.bytes(), line.lineStart(), line.lineLength(), StandardCharsets.UTF_8)};
        }
    }
}
