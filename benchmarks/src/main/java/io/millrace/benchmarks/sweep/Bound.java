package io.millrace.benchmarks.sweep;

/**
 * The highest frequency that a machine allows, whatever the engine: as many messages as cores can work on, or as the way can carry.
 *
 * @param bytesPerSecond of messages of this size that the way carries
 * @param cores that there are, or engines that wait
 * @param coresLeft of them by emulation and load generator
 */
record Bound(Cell cell, double bytesPerSecond, double cores, double coresLeft) {

    double perSecond() {
        return atMost(cell, bytesPerSecond, coresLeft);
    }

    static double atMost(Cell cell, double bytesPerSecond, double cores) {
        return Math.min(cores / cell.costSeconds(), bytesPerSecond / cell.bytes());
    }
}
