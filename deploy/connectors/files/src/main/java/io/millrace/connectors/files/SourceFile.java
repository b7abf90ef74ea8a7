// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;

/**
 * A file that the task reads, and how far. The file is known by its inode, so that a renamed file is still the same
 * one. Its first bytes, and those before the position, tell another content: of a later file that has got the same
 * inode, or of one that was written again. They are compared each time the file is opened, and it is opened whenever
 * its time of change is another one.
 */
final class SourceFile {

    static final int HEAD_BYTES = 1024;
    static final int TAIL_BYTES = 1024;

    /**
     * A change within the granularity of the file system's clock has the same time as the one before it, so the content
     * is compared again after this time.
     */
    private static final long SETTLED_NANOS = 2_000_000_000L;

    private static final int VALUES = 9;
    private static final long HASH_BASIS = 0xcbf29ce484222325L;
    private static final long HASH_PRIME = 0x100000001b3L;

    final String key;

    /** The number among the partitions of event time of the task. */
    final int number;

    Path path;
    FileTime modified = FileTime.fromMillis(0);

    /** The time of the last change as last seen; null if it was not seen yet. */
    private FileTime changed;

    private FileTime born;
    private boolean birthKnown;
    private long changeSeenAt;

    /** The time of change when the content was last compared; null if it was not yet. */
    private FileTime comparedChange;

    private long comparedAt;

    /** The size of the content that was read, as far as is known. */
    long sizeBefore;

    private boolean shrunk;

    /** The size as last seen, in bytes. */
    long size;

    /** Where the first line begins that was not emitted. */
    long offset;

    /** The size at which the last reading found no further line; -1 if the file must be read. */
    long readSize = -1;

    /** Whether more can be emitted than was, as far as is known. */
    boolean unread;

    /**
     * When the file was found, or its end was reached, or it could not be read; of use if nothing is {@link #unread}.
     */
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

    /** The end of the bytes that {@link #tailHash} covers, at most {@link #offset} of when they were noted. */
    long tailEnd;

    int tailLength;
    long tailHash = HASH_BASIS;

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
        tailEnd = 0;
        tailLength = 0;
        tailHash = HASH_BASIS;
        comparedChange = null;
        shrunk = false;
        sizeBefore = 0;
    }

    /** Notes what a scan has found. */
    void found(Path at, FileSet.Found now, boolean births, long nanos) {
        path = at;
        modified = now.modified();
        if (!now.changed().equals(changed)) {
            changed = now.changed();
            changeSeenAt = nanos;
        }
        if (now.size() < size && !shrunk) {
            shrunk = true;
            sizeBefore = size;
        }
        size = now.size();
        born = now.born();
        birthKnown |= births;
    }

    /** Returns whether the inode belongs to another file than before. A birth that is not known is no evidence. */
    boolean isOther(FileSet.Found now, boolean births) {
        return born != null && !born.equals(now.born()) && (birthKnown || births);
    }

    /** The content was compared, when it had this size. */
    void compared(long sizeThen, long nanos) {
        comparedChange = changed;
        comparedAt = nanos;
        failing = false;
        shrunk = false;
        sizeBefore = sizeThen;
    }

    /** Returns how many bytes of the former content were not read, as far as is known. */
    long lost() {
        return Math.max(0, sizeBefore - offset);
    }

    boolean hasMore() {
        return size != offset && size != readSize;
    }

    boolean mustBeOpened(long now) {
        return hasMore()
                || !changed.equals(comparedChange)
                || comparedAt - changeSeenAt < SETTLED_NANOS && now - changeSeenAt >= SETTLED_NANOS;
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

    /** Notes the bytes before the position. */
    void noteTail(byte[] bytes, int from, int to) {
        tailEnd = offset;
        tailLength = to - from;
        tailHash = hash(bytes, from, to);
    }

    static long hash(byte[] bytes, int from, int to) {
        long hash = HASH_BASIS;
        for (int i = from; i < to; i++) {
            hash = (hash ^ bytes[i]) * HASH_PRIME;
        }
        return hash;
    }

    /** @param from position to go on from, at most {@link #offset} */
    List<Object> encode(long from) {
        return List.of(key, path.toString(), from, size, headLength, headHash, tailEnd, tailLength, tailHash);
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
        file.tailEnd = ((Number) values.get(6)).longValue();
        file.tailLength = ((Number) values.get(7)).intValue();
        file.tailHash = ((Number) values.get(8)).longValue();
        file.sizeBefore = file.size;
        return file;
    }
}
