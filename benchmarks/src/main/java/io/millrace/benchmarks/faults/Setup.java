package io.millrace.benchmarks.faults;

/**
 * The cluster that a fault needs; faults with the same needs share one.
 *
 * @param isSmall whether there are only one controller and two nodes
 * @param namespaces whether each node is a network namespace
 * @param smallDisks whether shared memory and snapshots are on file systems of their own that can be full
 * @param fileDescriptors most of each supervisor and worker; 0: as many as this process may have
 */
record Setup(boolean isSmall, boolean namespaces, boolean smallDisks, int fileDescriptors) {

    static final Setup PLAIN = new Setup(false, false, false, 0);
    static final Setup SMALL = new Setup(true, false, false, 0);
    static final Setup NAMESPACES = new Setup(false, true, false, 0);
    static final Setup SMALL_DISKS = new Setup(false, false, true, 0);
    static final Setup FEW_DESCRIPTORS = new Setup(false, false, false, 256);
}
