// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds line feeds eight bytes at a time, because looking at each byte took much of the time of a short line. */
final class LineFeeds {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long FEEDS = '\n' * ONES;

    private LineFeeds() {}

    /** Returns the index of the first line feed from an index on; {@code to} if there is none before it. */
    static int find(byte[] bytes, int from, int to) {
        int index = from;
        for (; index <= to - Long.BYTES; index += Long.BYTES) {
            long zeroWhereFeed = (long) LONGS.get(bytes, index) ^ FEEDS;
            // The lowest high bit that is set is that of the first zero byte; a borrow sets only higher ones by mistake
            long found = (zeroWhereFeed - ONES) & ~zeroWhereFeed & HIGH_BITS;
            if (found != 0) {
                return index + Long.numberOfTrailingZeros(found) / Byte.SIZE;
            }
        }
        while (index < to && bytes[index] != '\n') {
            index++;
        }
        return index;
    }
}
