// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

/**
 * The layout of a file of a queue, a segment, and of blocks in memory, which are its content without the head. Numbers
 * are little-endian and not aligned. A segment is written and read from its beginning to its end, block by block; the
 * bounds of blocks are not stored in it.
 *
 * <pre>
 *      0 +--------------------------------------------------------------+
 *        |    0  magic (8)                                              |
 *        |    8  version (4) | bytes of the head (4)                    |
 *        |   16  number of the segment in its worker (8)                |
 *        |   24  bytes of the queue's name (4)                          |
 *        |   28  CRC32C of the head with 0 in this field (4)            |
 *        |   32  name of the queue, UTF-8                               |
 *   head +--------------------------------------------------------------+
 *        | piece * pieces, without gaps                                 |
 *        |    0  CRC32C of the rest of the piece (4)                    |
 *        |    4  bytes of its content (4); the highest bit is set in    |
 *        |       the first piece of a record                            |
 *        |    8  bytes of the record in the following pieces (4)        |
 *        |   12  when the record was offered, in nanoseconds (8)        |
 *        |   20  content                                                |
 *        +--------------------------------------------------------------+
 * </pre>
 *
 * A record is one piece if it fits. A longer one has its pieces at the end of a block, in whole blocks, and at the
 * beginning of a block. Checksums are filled in when a block is written, and checked when it is read.
 */
final class SegmentDescriptor {

    /** The characters "MRSPIL" and two bytes that a transfer as text would change. */
    static final long MAGIC = 0x0A8D_4C49_5053_524DL;

    static final int VERSION = 1;

    static final int HEAD_MAGIC = 0;
    static final int HEAD_VERSION = 8;
    static final int HEAD_LENGTH = 12;
    static final int HEAD_NUMBER = 16;
    static final int HEAD_NAME_BYTES = 24;
    static final int HEAD_CRC = 28;
    static final int HEAD_NAME = 32;

    static final int PIECE_CRC = 0;
    static final int PIECE_LENGTH = 4;
    static final int PIECE_FOLLOWING = 8;
    static final int PIECE_OFFERED = 12;
    static final int PIECE_CONTENT = 20;

    static final int FIRST = 1 << 31;

    private SegmentDescriptor() {}
}
