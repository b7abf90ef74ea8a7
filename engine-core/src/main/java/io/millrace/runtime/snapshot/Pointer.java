package io.millrace.runtime.snapshot;

/**
 * What ZooKeeper holds of the snapshots of a topology. It is replaced by compare-and-set only.
 *
 * @param generation how often the topology has begun, by a start or by going back to a snapshot; from 1
 * @param snapshotId the last snapshot that was committed; 0 for none
 * @param manifest name of its manifest; empty for none
 * @param digest CRC32C of the manifest in 8 hexadecimal digits; empty for none
 * @param reservedIds snapshots up to this id may have been begun
 */
public record Pointer(long generation, long snapshotId, String manifest, String digest, long reservedIds) {

    /** Of a topology that has never begun. */
    public static final Pointer NONE = new Pointer(0, 0, "", "", 0);
}
