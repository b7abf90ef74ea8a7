// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import java.io.IOException;
import java.nio.file.Path;

/** A worker in a process of its own: prints each message that it gets, and ends with its parent. */
public final class ReceiverProcess {
    private ReceiverProcess() {}

    public static void main(String[] arguments) throws IOException {
        RingWorker worker =
                new RingWorker(RingWorker.settings(Path.of(arguments[0])), Integer.parseInt(arguments[1]), message -> {
                    System.out.println("got " + RingWorker.text(message));
                    System.out.flush();
                });
        System.out.println("ready");
        while (System.in.read() >= 0) {
            System.out.println("ring " + worker.throughRing());
        }
        Runtime.getRuntime().halt(0);
    }
}
