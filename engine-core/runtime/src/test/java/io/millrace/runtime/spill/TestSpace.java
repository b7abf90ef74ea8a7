// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.util.List;

/**
 * Files of queues for tests of other packages: on a virtual disk, whose thread the test steps. Each queue has 128 KiB
 * of memory, in blocks of 4 KiB.
 */
public final class TestSpace implements AutoCloseable {

    private final Rig rig;

    public TestSpace(int queues, long diskBytes, int maxRecordBytes) {
        rig = new Rig(queues, diskBytes, maxRecordBytes);
    }

    public SpillSpace space() {
        return rig.space;
    }

    /** Returns the time of its clock. */
    public long now() {
        return rig.now;
    }

    public void pass(long nanos) {
        rig.now += nanos;
    }

    /** Lets the disk's thread work until it has nothing to do. */
    public void settle() {
        rig.settle();
    }

    /** Lets the disk's thread work until it has nothing to do, with other attempts of failed calls. */
    public void settleWithRetries() {
        rig.settleWithRetries();
    }

    public long memoryTaken() {
        return rig.space.memoryTaken();
    }

    public int files() {
        return rig.disk.files.size();
    }

    public long filesBytes() {
        return rig.disk.used();
    }

    /** Leaves this many bytes of room on the disk. */
    public void room(long bytes) {
        rig.disk.capacity = rig.disk.used() + bytes;
    }

    /** Changes a byte of the newest file, at this distance from its end. */
    public void damage(int beforeEnd) {
        VirtualDisk.Content file = rig.disk.files.lastEntry().getValue();
        file.bytes[file.length - beforeEnd] ^= 4;
    }

    public List<String> log() {
        return rig.log;
    }

    @Override
    public void close() {
        rig.close();
    }
}
