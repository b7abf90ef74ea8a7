// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.liveness.SharedDirectory;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A process with many producers, each held at a step of its own on a ring of its own, so that one signal reaches them
 * all.
 */
final class ChildProducers {
    private static final long STACK_BYTES = 256 << 10;

    private ChildProducers() {}

    /**
     * Argument: base of shared directories. Commands: {@code start name number ring moment place} and {@code go name};
     * each is answered by where the producer is held next, its name, and how many messages it has committed.
     */
    public static void main(String[] arguments) throws Exception {
        Map<String, PausedProducer> producers = new HashMap<>();
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
        try (SharedDirectory own = SharedDirectory.create(Path.of(arguments[0]), "child")) {
            for (String line; (line = commands.readLine()) != null; ) {
                String[] words = line.split(" ");
                if (words[0].equals("start")) {
                    PausedProducer producer = new PausedProducer(
                            words[1],
                            Integer.parseInt(words[2]),
                            Path.of(words[3]),
                            Moment.valueOf(words[4]),
                            Place.valueOf(words[5]),
                            own.lock(),
                            own.path().resolve("bell-" + words[1]));
                    producers.put(words[1], producer);
                    Thread thread = new Thread(null, producer, words[1], STACK_BYTES);
                    thread.setDaemon(true);
                    thread.start();
                } else {
                    producers.get(words[1]).goOn();
                }
            }
        }
    }
}
