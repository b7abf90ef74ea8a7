// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

/**
 * The layout of values in memory. Everything is little-endian and unaligned; a length or count is an unsigned LEB128 of
 * at most 5 bytes.
 *
 * <pre>
 *   tuple    count | value * count
 *   value    tag (1 byte) | payload by tag:
 *
 *     0x00 null     -                     0x0B LONG_4   4
 *     0x01 false    -                     0x0C LONG_8   8
 *     0x02 true     -                     0x0D FLOAT    4
 *     0x03 BYTE     1                     0x0E DOUBLE   8
 *     0x04 SHORT    2                     0x0F BYTES    length | bytes
 *     0x05 CHAR     2                     0x10 LATIN_1  length | one byte per char
 *     0x06 INT_1    1, sign-extended      0x11 UTF_8    length | bytes, a lone surrogate as 3 bytes
 *     0x07 INT_2    2, sign-extended      0x12 LIST     count | value * count
 *     0x08 INT_4    4                     0x13 MAP      count | (key value | value) * count
 *     0x09 LONG_1   1, sign-extended      0x14 OBJECT   length | Kryo: class id and object
 *     0x0A LONG_2   2, sign-extended      0x15 CODED    length | index of the author's codec (LEB128) | its bytes
 *                                         0x80..0xFF    Latin-1 string of (tag &amp; 0x7F) chars
 * </pre>
 *
 * Whole numbers have their width in the tag rather than a varint: one predictable branch and one load instead of a loop
 * over bytes, and a timestamp takes 8 bytes, not 9 or 10.
 */
final class ValueFormat {

    static final int NULL = 0x00;
    static final int FALSE = 0x01;
    static final int TRUE = 0x02;
    static final int BYTE = 0x03;
    static final int SHORT = 0x04;
    static final int CHAR = 0x05;
    static final int INT_1 = 0x06;
    static final int INT_2 = 0x07;
    static final int INT_4 = 0x08;
    static final int LONG_1 = 0x09;
    static final int LONG_2 = 0x0A;
    static final int LONG_4 = 0x0B;
    static final int LONG_8 = 0x0C;
    static final int FLOAT = 0x0D;
    static final int DOUBLE = 0x0E;
    static final int BYTES = 0x0F;
    static final int LATIN_1 = 0x10;
    static final int UTF_8 = 0x11;
    static final int LIST = 0x12;
    static final int MAP = 0x13;
    static final int OBJECT = 0x14;
    static final int CODED = 0x15;
    static final int SHORT_STRING = 0x80;
    static final int SHORT_STRING_MAX = 0x7F;

    /** The deepest nesting of collections. It also stops a list that contains itself. */
    static final int MAX_DEPTH = 64;

    /** The most bytes of a tuple, which is the maximum of {@code topology.message.max.bytes}. */
    static final int MAX_BYTES = 1 << 26;

    private ValueFormat() {}

    static int lengthSize(int length) {
        return length < 1 << 7 ? 1 : length < 1 << 14 ? 2 : length < 1 << 21 ? 3 : length < 1 << 28 ? 4 : 5;
    }
}
