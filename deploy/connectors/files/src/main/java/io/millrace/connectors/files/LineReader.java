// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import io.millrace.operators.format.FormatReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Reads the lines of one file after the other, with one buffer. The buffer is as long as the longest line so far, at
 * least 64 KiB. Used by the task's thread.
 */
final class LineReader {

    static final int BUFFER_BYTES = 64 << 10;

    enum Result {
        /** The line is {@link #line}; the file's offset is behind it. */
        LINE,
        /** A line was longer than the bound; the file's offset is behind it. */
        SKIPPED,
        /** Bytes were read, and no line is complete yet. */
        MORE,
        /** No further line is complete. The file stays open. */
        END,
        /** The file is shorter than what was read of it. */
        TRUNCATED
    }

    /** The buffer has as many bytes before the line, as far as there are. */
    private static final int BEFORE_BYTES = SourceFile.TAIL_BYTES;

    private final int maxLineBytes;
    private final boolean lastLineAtEnd;

    private byte[] buffer = new byte[BUFFER_BYTES];
    private SourceFile file;
    private FileChannel channel;

    /** Position in the file of {@code buffer[end]}. */
    private long position;

    private int start;
    private int scanned;
    private int end;
    private int lineStart;
    private int lineEnd;

    /** The line at the offset is too long, and its beginning is not in the buffer any more. */
    private boolean skipping;

    /** @param lastLineAtEnd whether what has no line feed at the end of a file is a line */
    LineReader(int maxLineBytes, boolean lastLineAtEnd) {
        this.maxLineBytes = maxLineBytes;
        this.lastLineAtEnd = lastLineAtEnd;
    }

    /**
     * Opens a file at its offset.
     *
     * @return whether its first bytes, and those before its offset, are the ones that were read before
     */
    boolean open(SourceFile next) throws IOException {
        close();
        file = next;
        channel = FileChannel.open(next.path, StandardOpenOption.READ);
        int before = (int) Math.min(BEFORE_BYTES, next.offset);
        if (!has(0, next.headLength, next.headHash)
                || !has(next.tailEnd - next.tailLength, next.tailLength, next.tailHash)
                || !load(next.offset - before, before)) {
            return false;
        }
        position = next.offset;
        start = scanned = end = before;
        return true;
    }

    private boolean has(long from, int length, long hash) throws IOException {
        return load(from, length) && SourceFile.hash(buffer, 0, length) == hash;
    }

    /** Reads bytes to the buffer's beginning. Returns whether there are so many. */
    private boolean load(long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, length);
        while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {}
        return !bytes.hasRemaining();
    }

    /**
     * Notes the bytes before the offset of the open file, unless they belong to a line that is longer than the buffer.
     */
    void noteTail() {
        long to = end - (position - file.offset);
        if (to >= 0) {
            file.noteTail(buffer, (int) Math.max(0, to - SourceFile.TAIL_BYTES), (int) to);
        }
    }

    long size() throws IOException {
        return channel.size();
    }

    SourceFile file() {
        return file;
    }

    Result next() throws IOException {
        int feed = LineFeeds.find(buffer, scanned, end);
        if (feed < end) {
            scanned = feed + 1;
            return take(feed);
        }
        scanned = end;
        if (end - start > maxLineBytes + 1) {
            skipping = true;
        }
        if (skipping) {
            start = end;
        }
        int read = fill();
        if (read > 0) {
            return Result.MORE;
        }
        if (channel.size() < position) {
            return Result.TRUNCATED;
        }
        return lastLineAtEnd && (skipping || start < end) ? take(end) : Result.END;
    }

    private int fill() throws IOException {
        int unused = start - BEFORE_BYTES;
        if (unused > 0) {
            System.arraycopy(buffer, unused, buffer, 0, end - unused);
            end -= unused;
            scanned = end;
            start = BEFORE_BYTES;
        }
        if (end == buffer.length) {
            buffer = Arrays.copyOf(buffer, (int) Math.min(2L * end, BEFORE_BYTES + maxLineBytes + 2L));
        }
        int read = channel.read(ByteBuffer.wrap(buffer, end, Math.min(BUFFER_BYTES, buffer.length - end)), position);
        if (read > 0) {
            file.noteHead(position, buffer, end, end + read);
            position += read;
            end += read;
        }
        return read;
    }

    /** Takes the line that ends before an index of the buffer. */
    private Result take(int until) {
        lineStart = start;
        lineEnd = until > start && buffer[until - 1] == '\r' ? until - 1 : until;
        boolean first = file.offset == 0 && !skipping;
        start = scanned;
        file.offset = position - (end - scanned);
        if (first) {
            lineStart += FormatReader.byteOrderMark(buffer, lineStart, lineEnd - lineStart);
        }
        boolean tooLong = skipping || lineEnd - lineStart > maxLineBytes;
        skipping = false;
        return tooLong ? Result.SKIPPED : Result.LINE;
    }

    /** Returns how much of the file was read, in bytes from its beginning. */
    long position() {
        return position;
    }

    byte[] bytes() {
        return buffer;
    }

    int lineStart() {
        return lineStart;
    }

    int lineLength() {
        return lineEnd - lineStart;
    }

    void close() throws IOException {
        file = null;
        start = scanned = end = 0;
        skipping = false;
        if (channel != null) {
            FileChannel old = channel;
            channel = null;
            old.close();
        }
    }
}
