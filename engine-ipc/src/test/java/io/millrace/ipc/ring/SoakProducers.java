// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.liveness.SharedDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** A process with several producers of a soak. */
final class SoakProducers {
    private static volatile boolean stopped;

    private SoakProducers() {}

    /**
     * Arguments: ring, base of shared directories, journal, number of the first producer, number of threads, messages
     * of each, or 0 to send until a line, or the end, comes on standard input.
     */
    public static void main(String[] arguments) throws Exception {
        Path ring = Path.of(arguments[0]);
        SoakJournal journal = SoakJournal.open(Path.of(arguments[2]));
        int first = Integer.parseInt(arguments[3]);
        int messages = Integer.parseInt(arguments[5]);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        try (SharedDirectory own = SharedDirectory.create(Path.of(arguments[1]), "soak")) {
            for (int i = 0; i < Integer.parseInt(arguments[4]); i++) {
                SoakSender sender = new SoakSender(journal, i, first);
                Thread thread = new Thread(() -> {
                    try {
                        sender.run(ring, own, messages == 0 ? Integer.MAX_VALUE : messages, () -> stopped);
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                });
                threads.add(thread);
                thread.start();
            }
            if (messages == 0) {
                System.in.read();
                stopped = true;
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        if (failure.get() != null) {
            failure.get().printStackTrace();
            System.exit(1);
        }
        System.out.println("done");
    }
}
