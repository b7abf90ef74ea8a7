// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.example;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.liveness.SharedDirectory;
import io.millrace.ipc.ring.MessageHandler;
import io.millrace.ipc.ring.RingConfig;
import io.millrace.ipc.ring.RingConsumer;

/** The reading JVM of README.md. */
public final class Reader {
    private Reader() {}

    public static void main(String[] arguments) throws Exception {
        long[] sum = {0};
        MessageHandler handler = (task, buffer, offset, length) -> sum[0] += buffer.getLong(offset);
        try (SharedDirectory own = SharedDirectory.create(SharedDirectory.defaultBase(), "reader");
                RingConsumer ring = RingConsumer.create(own.path().resolve("in"), RingConfig.defaults(), own.lock())) {
            System.out.println(ring.path());
            Doorbell bell = ring.doorbell();
            for (int read = 0, count; read < 1000; read += count) {
                if ((count = ring.poll(handler, 100)) == 0) { // a busy thread would try some more times
                    bell.prepareWait();
                    if ((count = ring.poll(handler, 100)) == 0) bell.await(ring.lookAgainAt(System.nanoTime()));
                    else bell.cancelWait();
                }
            }
        }
        System.out.println(sum[0]);
    }
}
