// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

/**
 * The layout of a worker's file of one snapshot. Numbers are little-endian and not aligned. It is written from its
 * beginning to its end, and read from its end.
 *
 * <pre>
 *      0 +--------------------------------------------------------------+
 *        | magic (8)                                                    |
 *      8 +--------------------------------------------------------------+
 *        | block * blocks, without gaps: the bytes as they were given   |
 *  index +--------------------------------------------------------------+
 *        |    0  names (4)                                              |
 *        |    4  name * names: bytes (4), UTF-8                         |
 *        |       entries (4)                                            |
 *        |       entry * entries                                        |
 *        |          0  number of the component's name (4)               |
 *        |          4  number of the object's name (4); -1: this file   |
 *        |          8  offset of the block in its object (8)            |
 *        |         16  length (4) | CRC32C (4)                          |
 *        |         24  index of BlockName (4) | number of its kind (4)  |
 * footer +--------------------------------------------------------------+
 *        |    0  offset of the index (8)                                |
 *        |    8  bytes of the index (4) | CRC32C of the index (4)       |
 *        |   16  version (4) | CRC32C of the footer's bytes 0 to 19 (4) |
 *        |   24  magic (8)                                              |
 *        +--------------------------------------------------------------+
 * </pre>
 *
 * The index has an entry for each block that the worker's tasks own. Blocks that have not changed are in earlier files,
 * which the index names. Each byte of the file is part of a magic word or of a checksum.
 */
final class SnapshotFileDescriptor {

    /** The characters "MRSNAP" and two bytes that a transfer as text would change. */
    static final long MAGIC = 0x0A8D_5041_4E53_524DL;

    static final int VERSION = 1;

    static final int HEAD_BYTES = 8;

    static final int THIS_FILE = -1;

    static final int ENTRY_BYTES = 32;
    static final int ENTRY_COMPONENT = 0;
    static final int ENTRY_OBJECT = 4;
    static final int ENTRY_OFFSET = 8;
    static final int ENTRY_LENGTH = 16;
    static final int ENTRY_CRC = 20;
    static final int ENTRY_INDEX = 24;
    static final int ENTRY_KIND = 28;

    static final int FOOTER_BYTES = 32;
    static final int FOOTER_INDEX_OFFSET = 0;
    static final int FOOTER_INDEX_BYTES = 8;
    static final int FOOTER_INDEX_CRC = 12;
    static final int FOOTER_VERSION = 16;
    static final int FOOTER_CRC = 20;
    static final int FOOTER_MAGIC = 24;

    private SnapshotFileDescriptor() {}
}
