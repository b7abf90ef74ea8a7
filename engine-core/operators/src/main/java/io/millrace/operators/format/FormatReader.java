// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.format;

import io.millrace.api.Counter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.SpoutCollector;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import java.util.Arrays;

/**
 * Reads messages for a task of a source, and also makes tuples of messages that its format cannot read: on the stream
 * {@code malformed}, with the error, the origin of the message, and the message itself. A subscriber of that stream
 * gets all malformed messages, tracked and repeated as others are. The task counts them as {@code messages.malformed}
 * in any case, and reports the first one as an error. It is meant for authors of sources. Called by the task's thread.
 */
public final class FormatReader {

    /**
     * The stream of messages that cannot be read, with the fields {@code error}, {@code origin} and {@code message}.
     */
    public static final String MALFORMED = "malformed";

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final ReadFormat format;
    private final boolean skipsMark;
    private final SpoutCollector out;
    private final Counter malformed;
    private boolean reported;

    /** Makes a reader of messages, each of which may begin with a byte order mark if it is text. */
    public FormatReader(ReadFormat format, TaskContext context, SpoutCollector out) {
        this(format, context, out, format.isText());
    }

    private FormatReader(ReadFormat format, TaskContext context, SpoutCollector out, boolean skipsMark) {
        this.format = format;
        this.skipsMark = skipsMark;
        this.out = out;
        malformed = context.counter("messages.malformed");
    }

    /** Makes a reader of lines: the source itself skips {@link #byteOrderMark} at the beginning of a file. */
    public static FormatReader ofLines(ReadFormat format, TaskContext context, SpoutCollector out) {
        return new FormatReader(format, context, out, false);
    }

    /** Returns the number of leading bytes that are a byte order mark of UTF-8: 3, or 0 if there is none. */
    public static int byteOrderMark(byte[] bytes, int offset, int length) {
        int end = offset + BYTE_ORDER_MARK.length;
        boolean begins = length >= BYTE_ORDER_MARK.length
                && Arrays.equals(bytes, offset, end, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
        return begins ? BYTE_ORDER_MARK.length : 0;
    }

    /**
     * A tuple to emit.
     *
     * @param stream the default stream, or {@link #MALFORMED}
     */
    public record Row(String stream, Object[] values) {}

    /**
     * Declares the streams of a source with a format.
     *
     * @param fields the fields of the default stream: those of the format, followed by those that the source adds
     */
    public static void declare(OutputDeclarer out, Fields fields) {
        out.declare(fields.names().toArray(String[]::new));
        out.declareStream(MALFORMED, "error", "origin", "message");
    }

    /**
     * Reads a message.
     *
     * @param source the name of the message's origin for people, such as {@code views-3}
     * @param position the position of the message in the origin; both together are the field {@code origin}: {@code
     *     views-3@1234}
     * @param added the values that the source adds after those of the format
     * @return the tuple; null if there is nothing to emit
     */
    public Row read(byte[] bytes, int offset, int length, String source, long position, Object... added) {
        Object[] values;
        int mark = skipsMark ? byteOrderMark(bytes, offset, length) : 0;
        try {
            values = format.read(bytes, offset + mark, length - mark);
        } catch (Throwable e) {
            // A stack overflow is caused by a message that is nested too deep
            Foreign.throwIfFatal(e);
            return malformed(Arrays.copyOfRange(bytes, offset, offset + length), source + "@" + position, e);
        }
        if (values == null) {
            return null;
        }
        if (added.length == 0) {
            return new Row(Streams.DEFAULT, values);
        }
        Object[] all = Arrays.copyOf(values, values.length + added.length);
        System.arraycopy(added, 0, all, values.length, added.length);
        return new Row(Streams.DEFAULT, all);
    }

    private Row malformed(byte[] message, String origin, Throwable error) {
        malformed.increment();
        String what = error instanceof MalformedException ? Foreign.message(error) : Foreign.text(error);
        if (!reported) {
            reported = true;
            out.reportError(new TopologyException(
                    "the message " + origin + " is malformed: " + what + "; this one and further ones go to the stream "
                            + MALFORMED + ", and are counted as messages.malformed",
                    error));
        }
        return new Row(MALFORMED, new Object[] {what, origin, message});
    }
}
