// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;

/** Fails when a sender is so slow that it would block the fetches that wait. Used by one thread. */
final class PacedInput extends FilterInputStream {

    private static final long LEAST_BYTES_PER_SECOND = 64 << 10;
    private static final long FIRST_MILLIS = 10_000;

    private final LongSupplier clockMillis;
    private final long startMillis;
    private long bytes;

    PacedInput(InputStream in, LongSupplier clockMillis) {
        super(in);
        this.clockMillis = clockMillis;
        this.startMillis = clockMillis.getAsLong();
    }

    /** The longest time that a transfer of so many bytes may take. */
    static long mostMillis(long bytes) {
        return FIRST_MILLIS + bytes * 1_000 / LEAST_BYTES_PER_SECOND;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        check(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = super.read(buffer, offset, length);
        check(Math.max(0, read));
        return read;
    }

    private void check(int read) throws IOException {
        bytes += read;
        if (clockMillis.getAsLong() - startMillis > mostMillis(bytes)) {
            throw new IOException("sends less than " + (LEAST_BYTES_PER_SECOND >> 10) + " KiB per second");
        }
    }
}
