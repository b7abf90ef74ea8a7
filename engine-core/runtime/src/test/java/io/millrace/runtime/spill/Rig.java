// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Queues on a virtual disk, whose thread the test steps, with a clock that the test sets. Blocks have 4 KiB. */
final class Rig implements AutoCloseable {

    static final int BLOCK = 4 << 10;

    final VirtualDisk disk = new VirtualDisk();
    final List<String> log = new ArrayList<>();
    final SpillSettings settings;
    final SpillSpace space;
    long now = 1_000;
    private boolean open = true;

    /** @param queues number of queues, with 128 KiB of memory each */
    Rig(int queues, long diskBytes, int maxRecordBytes) {
        settings = new SpillSettings(Path.of("/virtual"), queues * (128L << 10), diskBytes, maxRecordBytes, queues);
        space = new SpillSpace(settings, () -> now, disk, ByteBuffer::allocate, log::add);
    }

    /** Makes one queue of 128 KiB of memory, with files in a directory, of up to 4 MiB. */
    Rig(Path base) {
        settings = new SpillSettings(base, 128L << 10, 4 << 20, 20 << 10, 1);
        space = new SpillSpace(settings, () -> now, new DirectoryDisk(base), ByteBuffer::allocateDirect, log::add);
    }

    SpillQueue open(String name) {
        return space.open(name, () -> {});
    }

    /** Lets the disk's thread work until it has nothing to do, without waiting for another attempt of a failed call. */
    void settle() {
        while (space.agent().doWork() > 0) {
            // The loop ends when there is no work
        }
    }

    /** Lets the disk's thread work until it has nothing to do, with other attempts of failed calls. */
    void settleWithRetries() {
        settle();
        for (int i = 0; i < 100 && space.agent().nanosToRetry() < Long.MAX_VALUE; i++) {
            now += space.agent().nanosToRetry();
            settle();
        }
    }

    static ByteBuffer record(int number, int length) {
        byte[] record = new byte[length];
        for (int i = 0; i < length; i++) {
            record[i] = (byte) (number * 31 + i * 7 + (i >> 8));
        }
        return ByteBuffer.wrap(record);
    }

    /** Polls until a record comes, and lets the disk's thread work in between. Returns null if none comes. */
    ByteBuffer next(SpillQueue queue) {
        for (int i = 0; i < 1_000; i++) {
            ByteBuffer polled = queue.poll();
            if (polled != null) {
                return polled;
            }
            if (queue.count() == 0) {
                return null;
            }
            settle();
            now += 10_000_000;
        }
        return null;
    }

    /** Offers records of a length until there is no room, and returns how many. The disk's thread does not work. */
    static int fill(SpillQueue queue, int first, int length) {
        int offered = 0;
        while (queue.offer(record(first + offered, length))) {
            offered++;
        }
        return offered;
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            space.close();
        }
    }
}
