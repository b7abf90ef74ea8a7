// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.ResultLine;
import java.util.concurrent.TimeUnit;

/**
 * The receiving process. Arguments: medium, host, length, and for a stall the seconds before it, measured before it, of
 * it, and after.
 */
public final class ReceiverMain {

    private static final long MOST_SECONDS = 300;

    private ReceiverMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        Recorder recorder = new Recorder(Integer.parseInt(arguments[2]));
        Medium medium = Medium.of(arguments[0]);
        try (Medium.Inlet inlet = medium.listen(arguments[1], Integer.parseInt(arguments[2]), recorder)) {
            System.out.println(Child.READY + " " + inlet.port());
            ResultLine more = new ResultLine();
            if (arguments.length > 3) {
                more = new Stall(
                                Double.parseDouble(arguments[3]),
                                Double.parseDouble(arguments[4]),
                                Double.parseDouble(arguments[5]),
                                Double.parseDouble(arguments[6]))
                        .run(inlet, recorder);
            }
            if (!recorder.awaitDone(TimeUnit.SECONDS.toNanos(MOST_SECONDS))) {
                throw new IllegalStateException("the last message did not come within " + MOST_SECONDS + " s");
            }
            System.out.println(recorder.figures().with(more).line());
        }
    }
}
