// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.microbatch;

import io.millrace.benchmarks.microbatch.IntakePart.Form;
import io.millrace.benchmarks.microbatch.IntakePart.Receivers;
import io.millrace.benchmarks.report.Figures;
import java.io.IOException;
import java.util.List;

/** How many records of several sizes one, two and four source tasks hand to as many sink tasks in two workers. */
final class ReceiversPart {

    private static final List<Integer> NUMBERS = List.of(1, 2, 4);

    /** As they were counted, as they were sent, and larger ones. */
    private static final List<Integer> RECORD_BYTES = List.of(5, 20, 100, 1_000);

    private ReceiversPart() {}

    static void run(Plan plan, Figures figures) throws IOException, InterruptedException {
        for (int number : plan.quick() ? List.of(2) : NUMBERS) {
            for (int bytes : plan.quick() ? List.of(PacedSource.BYTES) : RECORD_BYTES) {
                for (Form form : List.of(IntakePart.SINGLY, IntakePart.BLOCKS)) {
                    Receivers receivers = new Receivers(number, bytes, true);
                    IntakePart.measure(plan, figures, Plan.RECEIVERS, cell(number, bytes), form, receivers);
                }
            }
        }
    }

    static String cell(int number, int bytes) {
        return number + (number == 1 ? " receiver of " : " receivers of ") + bytes + " B";
    }
}
