// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

/**
 * The time to encode or to decode a batch on one core.
 *
 * @param batchSeconds the seconds for a batch without bytes, at least 0
 * @param byteSeconds the seconds for each byte of events before compression, at least 0
 */
public record CodecCost(double batchSeconds, double byteSeconds) {

    public static final CodecCost NONE = new CodecCost(0, 0);

    public CodecCost {
        Inputs.atLeast("batchSeconds", batchSeconds, 0);
        Inputs.atLeast("byteSeconds", byteSeconds, 0);
    }

    /** Returns the seconds for a batch of so many bytes before compression. */
    public double seconds(double bytes) {
        return batchSeconds + byteSeconds * bytes;
    }
}
