// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

/**
 * The measurements of one way to write batches, with compression or without it.
 *
 * @param ratio bytes that are sent for a byte of events, above 0; 1 without compression
 */
public record Codec(CodecCost encoding, CodecCost decoding, double ratio) {

    public Codec {
        Inputs.positive("ratio", ratio);
    }
}
