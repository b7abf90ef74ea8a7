// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.example;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.SharedDirectory;
import io.millrace.ipc.ring.RingProducer;
import java.nio.file.Path;

/** The writing JVM of README.md. */
public final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws Exception {
        try (SharedDirectory own = SharedDirectory.create(SharedDirectory.defaultBase(), "writer");
                Doorbell bell = Doorbells.create(own.path().resolve("bell"));
                RingProducer ring = RingProducer.open(Path.of(arguments[0]), own.lock(), bell)) {
            for (long number = 1; number <= 1000; ) {
                if (ring.tryClaim(7, Long.BYTES, 0)) {
                    ring.buffer().putLong(ring.offset(), number++);
                    ring.commit();
                } else { // full: ask, try once more, and only then sleep
                    bell.prepareWait();
                    ring.requestWake();
                    if (ring.tryClaim(7, Long.BYTES, 0)) {
                        ring.abort();
                        bell.cancelWait();
                    } else bell.await(Doorbell.NEVER);
                }
            }
        }
    }
}
