// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import io.millrace.benchmarks.machine.Child;
import java.io.IOException;
import java.nio.file.Path;

/** The consumer's process: {@code medium directory length producers timed}. */
public final class ConsumerMain {
    private ConsumerMain() {}

    public static void main(String[] arguments) throws IOException {
        int length = Integer.parseInt(arguments[2]);
        int producers = Integer.parseInt(arguments[3]);
        boolean timed = Boolean.parseBoolean(arguments[4]);
        Recorder recorder = new Recorder(timed, length, producers);
        try (Medium.Receiver receiver = Medium.of(arguments[0]).receiver(Path.of(arguments[1]), length, recorder)) {
            System.out.println(Child.READY);
            receiver.receive(recorder);
            System.out.println(recorder.result().line());
        }
    }
}
