// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.storm.messaging.ConnectionWithStatus;
import org.apache.storm.messaging.ConnectionWithStatus.Status;

/** Two workers whose directory of rings has no room for one: prints how many messages came through a ring. */
public final class FullMemoryProcess {
    private FullMemoryProcess() {}

    public static void main(String[] arguments) throws IOException {
        try (RingWorker receiver = new RingWorker(RingWorker.settings(Path.of(arguments[0])), RingWorker.freePort());
                RingWorker sender = new RingWorker(RingWorker.settings(Path.of(arguments[0])), RingWorker.freePort())) {
            ConnectionWithStatus connection = sender.connect(receiver.port);
            Awaits.until(() -> connection.status() == Status.Ready);
            connection.send(List.of(RingWorker.message(1, 1, 1), RingWorker.message(1, 2, 100_000))
                    .iterator());
            Awaits.until(() -> receiver.taken.size() == 2);
            System.out.println("taken " + receiver.taken + ", by the ring " + receiver.throughRing());
        }
        Runtime.getRuntime().halt(0);
    }
}
