// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.Child;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The process that answers. Arguments: medium, own host. Learns by a line of input, host and port, where who asks
 * listens.
 */
public final class EchoMain {

    private EchoMain() {}

    public static void main(String[] arguments) throws IOException {
        try (Medium.Answering answering = Medium.of(arguments[0]).answer(arguments[1])) {
            System.out.println(Child.READY + " " + answering.port());
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line; (line = input.readLine()) != null; ) {
                String[] word = line.split(" ");
                answering.onAsking(word[0], Integer.parseInt(word[1]));
            }
        }
    }
}
