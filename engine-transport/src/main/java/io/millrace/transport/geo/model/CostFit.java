// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

/**
 * Fits seconds per batch and per byte to measured batches, by least squares in which earlier batches count less and
 * less. Used by one thread.
 */
public final class CostFit {

    /** The factor by which earlier batches count less: about the last 200 count. */
    private static final double KEPT = 0.995;

    /**
     * The relative variance of the sizes below which they say nothing of a byte's cost: sizes that differ by less than
     * a tenth.
     */
    private static final double LEAST_SPREAD = 0.01;

    private double count;
    private double bytes;
    private double seconds;
    private double bytesSquared;
    private double products;

    /**
     * @param batchBytes the bytes of a batch before compression
     * @param batchSeconds the time that it took, at least 0
     */
    public void add(double batchBytes, double batchSeconds) {
        count = count * KEPT + 1;
        bytes = bytes * KEPT + batchBytes;
        seconds = seconds * KEPT + batchSeconds;
        bytesSquared = bytesSquared * KEPT + batchBytes * batchBytes;
        products = products * KEPT + batchBytes * batchSeconds;
    }

    /** Returns the cost as far as it is known: zero before the first batch. */
    public CodecCost cost() {
        if (count == 0) {
            return CodecCost.NONE;
        }
        double meanBytes = bytes / count;
        double meanSeconds = seconds / count;
        double variance = bytesSquared / count - meanBytes * meanBytes;
        if (variance <= LEAST_SPREAD * meanBytes * meanBytes) {
            return new CodecCost(meanSeconds, 0);
        }
        double perByte = Math.max(0, (products / count - meanBytes * meanSeconds) / variance);
        double perBatch = meanSeconds - perByte * meanBytes;
        // A negative head would make small batches free
        return perBatch >= 0 ? new CodecCost(perBatch, perByte) : new CodecCost(0, meanSeconds / meanBytes);
    }
}
