// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

/**
 * The highest frequency that a machine allows: as many messages as cores can work on, or as the way can carry. On one
 * node the way is a bare copy into a slot and out of it in turn, as published, so it is no limit of all engines: one
 * that writes a message while another is read, or reads it in place, copies less at a time or less at all, and may be
 * above it.
 *
 * @param carried bytes of messages of this size per second, by the way
 * @param cores that there are, or engines that wait
 * @param coresLeft of them by emulation and load generator
 */
record Bound(Cell cell, BytesPerSecond carried, double cores, double coresLeft) {

    double perSecond() {
        return atMost(cell, carried, coresLeft);
    }

    static double atMost(Cell cell, BytesPerSecond carried, double cores) {
        return Math.min(cores / cell.costSeconds(), carried.median() / cell.bytes());
    }
}
