// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.liveness.SharedDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A process with many consumers, each held at a step of its own, so that one signal reaches them all. */
final class ChildConsumers {
    private ChildConsumers() {}

    /**
     * Argument: base of shared directories. Commands: {@code start name ring moment}, {@code stop name},
     * {@code go name}, answered by where the consumer is held next and what it has handled; and
     * {@code reopen ring step}, answered by {@code got} or {@code refused}, or by {@code there} if it is held at that
     * step.
     */
    public static void main(String[] arguments) throws Exception {
        Map<String, PausedConsumer> consumers = new HashMap<>();
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
        try (SharedDirectory own = SharedDirectory.create(Path.of(arguments[0]), "child")) {
            for (String line; (line = commands.readLine()) != null; ) {
                String[] words = line.split(" ");
                switch (words[0]) {
                    case "start" -> {
                        PausedConsumer consumer = new PausedConsumer(
                                words[1], Path.of(words[2]), ConsumerMoment.valueOf(words[3]), own.lock());
                        consumers.put(words[1], consumer);
                        Thread thread = new Thread(consumer, words[1]);
                        thread.setDaemon(true);
                        thread.start();
                    }
                    case "stop" -> consumers.get(words[1]).stop();
                    case "go" -> consumers.get(words[1]).goOn();
                    default -> System.out.println(reopen(Path.of(words[1]), words[2], own));
                }
            }
        }
    }

    private static String reopen(Path ring, String heldAt, SharedDirectory own) {
        try {
            RingConsumer.reopen(ring, own.lock(), step -> {
                if (step.name().equals(heldAt)) {
                    ChildJvm.pause("there");
                }
            });
            return "got";
        } catch (IOException e) {
            return e.getMessage().contains("not proven dead") ? "refused" : "failed: " + e;
        }
    }
}
