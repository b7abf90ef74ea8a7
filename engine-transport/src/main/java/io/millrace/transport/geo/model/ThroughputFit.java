// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

/**
 * Fits the share of the stable throughput that batches of S bytes reach, {@code S / (S + half)}, to measurements, by
 * least squares of the reciprocal share, in which earlier measurements count less and less. Used by one thread.
 */
public final class ThroughputFit {

    /** The factor by which earlier measurements count less: about the last 200 count. */
    private static final double KEPT = 0.995;

    private double products;
    private double squares;

    /**
     * @param batchBytes the bytes of a batch, above 0
     * @param share the share of the stable throughput that it reached, above 0; above 1 counts as 1
     */
    public void add(double batchBytes, double share) {
        Inputs.positive("batchBytes", batchBytes);
        Inputs.positive("share", share);
        double reciprocal = 1 / batchBytes;
        products = products * KEPT + (1 / Math.min(1, share) - 1) * reciprocal;
        squares = squares * KEPT + reciprocal * reciprocal;
    }

    /** The size in bytes of a batch that reaches half of the stable throughput; 0 before the first measurement. */
    public double halfBytes() {
        return squares == 0 ? 0 : products / squares;
    }
}
