// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.SharedDirectory;
import java.nio.file.Path;
import java.util.Random;

/** The producer's side of the tests with two JVMs. */
final class ChildProducer {
    private ChildProducer() {}

    /** Arguments: ring, base of shared directories, number of messages. */
    public static void main(String[] arguments) throws Exception {
        Path ring = Path.of(arguments[0]);
        int messages = Integer.parseInt(arguments[2]);
        try (SharedDirectory own = SharedDirectory.create(Path.of(arguments[1]), "child");
                Doorbell bell = Doorbells.create(own.path().resolve("bell"));
                RingProducer producer = RingProducer.open(ring, own.lock(), bell)) {
            Random random = new Random(1);
            for (int sequence = 0; sequence < messages; sequence++) {
                int length = SoakMessages.HEAD + random.nextInt(1000);
                while (!producer.tryClaim(sequence, length, 0)) {
                    bell.prepareWait();
                    producer.requestWake();
                    if (producer.tryClaim(sequence, length, 0)) {
                        bell.cancelWait();
                        break;
                    }
                    bell.await(Doorbell.NEVER);
                }
                SoakMessages.write(producer.buffer(), producer.offset(), length, 0, sequence, random);
                producer.commit();
            }
        }
        System.out.println("done");
    }
}
