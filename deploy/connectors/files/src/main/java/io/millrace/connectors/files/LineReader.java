package io.millrace.connectors.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Reads the lines of one file after the other, with one buffer. The buffer is as long as the longest line so far, at least 64 KiB.
 * Used by the task's thread.
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
     * @return whether its first bytes are those that were read before
     */
    boolean open(SourceFile next) throws IOException {
        close();
        file = next;
        channel = FileChannel.open(next.path, StandardOpenOption.READ);
        ByteBuffer head = ByteBuffer.wrap(buffer, 0, next.headLength);
        while (head.hasRemaining() && channel.read(head, head.position()) >= 0) {}
        if (!next.hasHead(buffer, head.position())) {
            return false;
        }
        position = next.offset;
        return true;
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
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            end -= start;
            scanned = end;
            start = 0;
        }
        if (end == buffer.length) {
            buffer = Arrays.copyOf(buffer, (int) Math.min(2L * end, maxLineBytes + 2L));
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
        start = scanned;
        file.offset = position - (end - scanned);
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
