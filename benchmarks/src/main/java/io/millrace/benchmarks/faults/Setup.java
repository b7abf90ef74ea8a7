// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

/**
 * The cluster that a fault needs; faults with the same needs share one.
 *
 * @param isSmall whether there are only one controller and two nodes
 * @param namespaces whether each node is a network namespace
 * @param smallMemory whether shared memory is a file system of its own that can be full
 * @param smallState whether snapshots are on such a file system
 * @param fileDescriptors most of each supervisor and worker; 0: as many as this process may have
 */
record Setup(boolean isSmall, boolean namespaces, boolean smallMemory, boolean smallState, int fileDescriptors) {

    static final Setup PLAIN = new Setup(false, false, false, false, 0);
    static final Setup SMALL = new Setup(true, false, false, false, 0);
    static final Setup NAMESPACES = new Setup(false, true, false, false, 0);
    static final Setup SMALL_DISKS = new Setup(false, false, true, true, 0);
    static final Setup FEW_DESCRIPTORS = new Setup(false, false, false, false, 256);

    /** The setup of faults at random. */
    static final Setup RANDOM = new Setup(false, true, false, true, 0);
}
