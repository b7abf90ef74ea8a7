// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import java.util.List;

/** The text of the queues for free tasks of a topology, the longest first. */
final class QueueText {

    private static final double NANOS = 1e9;

    private QueueText() {}

    static List<String> lines(String topology, List<TopReport.Queue> queues) {
        Columns<TopReport.Queue> columns = new Columns<TopReport.Queue>()
                .add("QUEUES OF " + topology, TopReport.Queue::component)
                .add("TASK", TopReport.Queue::task)
                .add("TUPLES", queue -> count(queue.tuples()))
                .add("HEAD AGE", queue -> queue.tuples() == 0 ? "-" : age(queue.headAgeSeconds()))
                .add("BYTES", queue -> count(queue.bytes()))
                .add("SPILLED", queue -> count(queue.spilledBytes()));
        return Foremost.lines(columns, queues, TopReport.Queue::tuples, "shorter queues");
    }

    private static String count(double number) {
        return Format.count(Math.round(number));
    }

    private static String age(double seconds) {
        return Format.nanos(Math.round(seconds * NANOS));
    }
}
