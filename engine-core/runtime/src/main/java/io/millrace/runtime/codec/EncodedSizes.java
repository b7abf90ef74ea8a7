// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

/** The sizes of encoded values. Stateless; any thread. */
public final class EncodedSizes {

    /** The length in chars from which on the chars of a string are examined. */
    private static final int LOOKED_THROUGH = 1 << 10;

    private EncodedSizes() {}

    /** Returns the bytes of a value that is encoded as BYTES. */
    public static long ofBytes(int length) {
        return 1L + ValueFormat.lengthSize(length) + length;
    }

    /** Returns the bytes of a list before its elements. */
    public static long ofListHead(int count) {
        return 1L + ValueFormat.lengthSize(count);
    }

    /**
     * Returns the bytes of a string. In a string of fewer than 1,024 chars each counts one byte, as in Latin-1:
     * examining them takes longer than handing the tuple over.
     */
    public static long ofString(String text) {
        int length = text.length();
        return length <= ValueFormat.SHORT_STRING_MAX ? 1L + length : ofLonger(text, length);
    }

    private static long ofLonger(String text, int length) {
        return length < LOOKED_THROUGH ? ofBytes(length) : StringBytes.sizeOf(text);
    }
}
