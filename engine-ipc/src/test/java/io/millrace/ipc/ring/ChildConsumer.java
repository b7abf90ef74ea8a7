package io.millrace.ipc.ring;

import io.millrace.ipc.liveness.SharedDirectory;
import java.nio.file.Path;

/** A consumer to be killed while its handler is at a message. */
final class ChildConsumer {
    private ChildConsumer() {}

    /** Arguments: ring to make, base of shared directories, number of the message to pause at. */
    public static void main(String[] arguments) throws Exception {
        int pauseAt = Integer.parseInt(arguments[2]);
        SharedDirectory own = SharedDirectory.create(Path.of(arguments[1]), "child");
        RingConsumer consumer =
                RingConsumer.create(Path.of(arguments[0]), TwoJvmsIT.CONFIG.withMaxProducers(8), own.lock());
        System.out.println("ready");
        int[] count = {0};
        while (true) {
            int delivered = consumer.poll(
                    (task, buffer, offset, length) -> {
                        if (++count[0] == pauseAt) {
                            ChildJvm.pause("paused");
                        }
                    },
                    16);
            if (delivered == 0) {
                Thread.onSpinWait();
            }
        }
    }
}
