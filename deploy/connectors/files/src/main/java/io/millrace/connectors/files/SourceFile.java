package io.millrace.connectors.files;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;

/**
 * A file that the task reads, and how far. The file is known by its inode, so that a renamed file is still the same one. The first
 * bytes tell a later file that has got the same inode.
 */
final class SourceFile {

    static final int HEAD_BYTES = 1024;

    private static final int VALUES = 6;
    private static final long HASH_BASIS = 0xcbf29ce484222325L;
    private static final long HASH_PRIME = 0x100000001b3L;

    final String key;

    /** Among the partitions of event time of the task. */
    final int number;

    Path path;
    FileTime modified = FileTime.fromMillis(0);

    /** As last seen, in bytes. */
    long size;

    /** Where the first line begins that was not emitted. */
    long offset;

    /** The size at which the last reading found no further line; -1 if the file must be read. */
    long readSize = -1;

    /** Whether more can be emitted than was, as far as is known. */
    boolean unread;

    /** When the file was found, or its end was reached, or it could not be read; of use if nothing is {@link #unread}. */
    long endedAt;

    /** Whether the last attempt to read it has failed. */
    boolean failing;

    /** The number of the last scan that has found the file. */
    long seenByScan;

    /** Whether the file waits for its turn to be read. */
    boolean queued;

    /** How often the content was found to be another one. */
    int resets;

    /** The number of first bytes that {@link #headHash} covers. */
    int headLength;

    long headHash = HASH_BASIS;

    SourceFile(String key, int number, Path path, long now) {
        this.key = key;
        this.number = number;
        this.path = path;
        endedAt = now;
    }

    /** Begins again, as the content is another one. */
    void reset() {
        resets++;
        offset = 0;
        readSize = -1;
        headLength = 0;
        headHash = HASH_BASIS;
    }

    boolean mustBeRead() {
        return size != offset && size != readSize;
    }

    /** Notes bytes that were read at a position, if they belong to the head and are not in it yet. */
    void noteHead(long position, byte[] bytes, int from, int to) {
        long skipped = headLength - position;
        if (skipped >= 0 && skipped < to - from) {
            int end = (int) Math.min(to, from + HEAD_BYTES - position);
            for (int i = from + (int) skipped; i < end; i++) {
                headHash = (headHash ^ bytes[i]) * HASH_PRIME;
                headLength++;
            }
        }
    }

    boolean hasHead(byte[] bytes, int length) {
        long hash = HASH_BASIS;
        for (int i = 0; i < length; i++) {
            hash = (hash ^ bytes[i]) * HASH_PRIME;
        }
        return length == headLength && hash == headHash;
    }

    /** @param from position to go on from, at most {@link #offset} */
    List<Object> encode(long from) {
        return List.of(key, path.toString(), from, size, headLength, headHash);
    }

    static SourceFile decode(Object value, int number, long now) {
        if (!(value instanceof List<?> values) || values.size() != VALUES) {
            throw new IllegalArgumentException("the position of a file has no " + VALUES + " values: " + value);
        }
        SourceFile file = new SourceFile((String) values.get(0), number, Path.of((String) values.get(1)), now);
        file.offset = ((Number) values.get(2)).longValue();
        file.size = ((Number) values.get(3)).longValue();
        file.headLength = ((Number) values.get(4)).intValue();
        file.headHash = ((Number) values.get(5)).longValue();
        return file;
    }
}
