// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.liveness.SharedDirectory;
import java.nio.file.Path;

/** A process that makes a ring and reads a known number of a soak's messages. */
final class SoakReader {
    private SoakReader() {}

    /** Arguments: ring to make, base of shared directories, number of messages. */
    public static void main(String[] arguments) throws Exception {
        long messages = Long.parseLong(arguments[2]);
        SoakCheck check = new SoakCheck();
        try (SharedDirectory own = SharedDirectory.create(Path.of(arguments[1]), "reader");
                RingConsumer consumer = RingConsumer.create(Path.of(arguments[0]), RingConfig.defaults(), own.lock())) {
            Doorbell bell = consumer.doorbell();
            System.out.println("ready");
            while (check.received() < messages) {
                if (consumer.poll(check, 100) == 0) {
                    bell.prepareWait();
                    if (consumer.poll(check, 100) == 0) {
                        bell.await(consumer.lookAgainAt(System.nanoTime()));
                    } else {
                        bell.cancelWait();
                    }
                }
            }
            RingCounters counters = consumer.counters();
            while (counters.free() != counters.tail()) {
                bell.prepareWait();
                consumer.poll(check, 1);
                bell.cancelWait();
            }
            System.out.println("received " + check.received() + ", corrupt " + counters.corruptRecords());
        }
    }
}
