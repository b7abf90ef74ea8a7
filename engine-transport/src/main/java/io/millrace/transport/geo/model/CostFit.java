package io.millrace.transport.geo.model;

/**
 * Fits seconds per batch and per byte to measured batches, by least squares in which earlier batches count less and less.
 * One thread.
 */
public final class CostFit {

    /** So about the last 200 batches count. */
    private static final double KEPT = 0.995;

    /** Sizes that differ by less than a tenth say nothing of a byte's cost. */
    private static final double LEAST_SPREAD = 0.01;

    private double count;
    private double bytes;
    private double seconds;
    private double bytesSquared;
    private double products;

    /**
     * @param batchBytes of a batch before compression
     * @param batchSeconds what it took, at least 0
     */
    public void add(double batchBytes, double batchSeconds) {
        count = count * KEPT + 1;
        bytes = bytes * KEPT + batchBytes;
        seconds = seconds * KEPT + batchSeconds;
        bytesSquared = bytesSquared * KEPT + batchBytes * batchBytes;
        products = products * KEPT + batchBytes * batchSeconds;
    }

    /** Returns the cost as far as it is known: nothing before the first batch. */
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
