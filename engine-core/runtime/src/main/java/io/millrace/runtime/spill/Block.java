// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import static io.millrace.runtime.spill.SegmentDescriptor.FIRST;
import static io.millrace.runtime.spill.SegmentDescriptor.PIECE_CONTENT;
import static io.millrace.runtime.spill.SegmentDescriptor.PIECE_CRC;
import static io.millrace.runtime.spill.SegmentDescriptor.PIECE_FOLLOWING;
import static io.millrace.runtime.spill.SegmentDescriptor.PIECE_LENGTH;
import static io.millrace.runtime.spill.SegmentDescriptor.PIECE_OFFERED;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32C;

/** Memory for pieces of records, written and read from its beginning. Used by the thread that holds it. */
final class Block {

    private final ByteBuffer bytes;

    /** The view of the bytes for files. */
    private final ByteBuffer transfer;

    /** The view of the bytes for readers. */
    private final ByteBuffer view;

    private final AtomicReference<Block> home;
    private final CRC32C crc = new CRC32C();

    private int end;
    private int at;
    private int records;
    private long content;
    private int lostRecords;
    private long lostContent;

    /**
     * @param bytes all bytes of the block
     * @param home reference to which the block goes back; null for shared memory
     */
    Block(ByteBuffer bytes, AtomicReference<Block> home) {
        this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
        this.transfer = bytes.duplicate();
        this.view = bytes.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        this.home = home;
    }

    AtomicReference<Block> home() {
        return home;
    }

    void clear() {
        end = 0;
        at = 0;
        records = 0;
        content = 0;
        lostRecords = 0;
        lostContent = 0;
    }

    /** Returns how many bytes of content another piece may have; below 0 if there is no room for a piece. */
    int room() {
        return bytes.capacity() - end - PIECE_CONTENT;
    }

    /** Returns how many bytes are written. */
    int end() {
        return end;
    }

    /** Returns how many records end here. */
    int records() {
        return records;
    }

    /** Returns the bytes of content. */
    long content() {
        return content;
    }

    /** Returns how many records that ended here could not be read. */
    int lostRecords() {
        return lostRecords;
    }

    /** Returns how many bytes of content could not be read. */
    long lostContent() {
        return lostContent;
    }

    /** Appends a piece; there must be room. */
    void append(ByteBuffer source, int position, int length, boolean first, int following, long offered) {
        bytes.putInt(end + PIECE_LENGTH, first ? length | FIRST : length);
        bytes.putInt(end + PIECE_FOLLOWING, following);
        bytes.putLong(end + PIECE_OFFERED, offered);
        bytes.put(end + PIECE_CONTENT, source, position, length);
        end += PIECE_CONTENT + length;
        records += following == 0 ? 1 : 0;
        content += length;
    }

    boolean hasNext() {
        return at < end;
    }

    boolean nextIsFirst() {
        return bytes.getInt(at + PIECE_LENGTH) < 0;
    }

    int nextFollowing() {
        return bytes.getInt(at + PIECE_FOLLOWING);
    }

    long nextOffered() {
        return bytes.getLong(at + PIECE_OFFERED);
    }

    /** Returns the content of the next piece, and goes on behind it. The view is used again by the next call. */
    ByteBuffer next() {
        int from = at + PIECE_CONTENT;
        at = from + lengthAt(at);
        return view.limit(at).position(from);
    }

    /** Fills in the checksums, and returns the bytes that are to be written to a file. */
    ByteBuffer sealed() {
        for (int piece = 0; piece < end; piece += PIECE_CONTENT + lengthAt(piece)) {
            bytes.putInt(piece + PIECE_CRC, crcAt(piece));
        }
        return transfer.limit(end).position(0);
    }

    /** Returns the buffer that is filled with bytes of a file. */
    ByteBuffer toFill(int length) {
        clear();
        return transfer.limit(length).position(0);
    }

    /** Takes reports of pieces that do not pass their check. */
    interface Damage {

        /**
         * @param offset offset of the piece in its block
         * @param what description of the damage
         */
        void found(int offset, String what);
    }

    /**
     * Keeps the pieces that pass their check and takes out all others. No piece is found behind one of an impossible
     * length.
     *
     * @param filled number of its bytes that came from the file
     * @param expectedRecords number of records that ended here when it was written
     * @param expectedContent number of bytes of content that it had
     */
    void check(int filled, int expectedRecords, long expectedContent, Damage damage) {
        clear();
        int piece = 0;
        while (piece < filled) {
            int rest = filled - piece - PIECE_CONTENT;
            int length = rest < 0 ? 0 : lengthAt(piece);
            if (rest < length) {
                damage.found(piece, "a piece of " + length + " bytes where " + Math.max(0, rest) + " are left");
                break;
            }
            if (crcAt(piece) == bytes.getInt(piece + PIECE_CRC)) {
                keep(piece, length);
            } else {
                damage.found(piece, "the checksum of " + length + " bytes is wrong");
            }
            piece += PIECE_CONTENT + length;
        }
        lostRecords = expectedRecords - records;
        lostContent = expectedContent - content;
    }

    private void keep(int piece, int length) {
        int whole = PIECE_CONTENT + length;
        if (piece > end) {
            bytes.put(end, transfer.clear(), piece, whole);
        }
        records += bytes.getInt(end + PIECE_FOLLOWING) == 0 ? 1 : 0;
        content += length;
        end += whole;
    }

    private int lengthAt(int piece) {
        return bytes.getInt(piece + PIECE_LENGTH) & ~FIRST;
    }

    private int crcAt(int piece) {
        crc.reset();
        view.limit(piece + PIECE_CONTENT + lengthAt(piece)).position(piece + PIECE_LENGTH);
        crc.update(view);
        return (int) crc.getValue();
    }
}
