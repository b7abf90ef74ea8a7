// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Fills the small file system that its argument names, and spills to it. Ends with an error if a check fails. */
final class FullDiskProgram {

    private static final int LENGTH = 1_500;

    private FullDiskProgram() {}

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        try (Rig rig = new Rig(directory.resolve("queues"))) {
            SpillQueue queue = rig.open("q");
            int offered = 0;
            int refused = 0;
            while (refused < 10) {
                if (queue.offer(Rig.record(offered, LENGTH))) {
                    offered++;
                    refused = 0;
                } else {
                    refused++;
                }
                rig.settleWithRetries();
            }
            require(queue.spilledBytes() > 700_000, queue.spilledBytes() + " bytes are in files");
            require(
                    rig.log.size() >= 1 && rig.log.get(0).contains("No space left on device"),
                    "the log has " + rig.log);

            // Most of the records are read, and other queues take the room at once
            int polled = 0;
            while (queue.spilledBytes() > 300_000) {
                polled = next(rig, queue, polled);
            }
            Path filler = directory.resolve("filler");
            fill(filler);
            require(Files.size(filler) > 100_000, "nothing was deleted");
            while (queue.offer(Rig.record(offered, LENGTH))) {
                offered++;
                rig.settleWithRetries();
            }
            Files.delete(filler);
            rig.settleWithRetries();
            require(queue.offer(Rig.record(offered, LENGTH)), "there is room again, and an offer is refused");
            offered++;

            while (queue.count() > 0) {
                polled = next(rig, queue, polled);
            }
            require(polled == offered, polled + " of " + offered + " records came");
            require(queue.lost() == 0, queue.lost() + " are lost");
        }
        require(Files.notExists(directory.resolve("queues")), "the directory is still there");
    }

    private static int next(Rig rig, SpillQueue queue, int number) {
        ByteBuffer record = rig.next(queue);
        require(record != null && record.slice().equals(Rig.record(number, LENGTH)), "record " + number + " is wrong");
        return number + 1;
    }

    private static void fill(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < 1 << 20; i += 4_096) {
                out.write(new byte[4_096]);
            }
        } catch (IOException e) {
            // The file system is full
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
