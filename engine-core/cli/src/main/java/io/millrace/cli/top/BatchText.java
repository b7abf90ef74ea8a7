// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import java.util.List;

/** The text of the batches that the tasks of a topology execute, those with the highest load first. */
final class BatchText {

    private BatchText() {}

    static List<String> lines(String topology, List<TopReport.Batches> tasks) {
        Columns<TopReport.Batches> columns = new Columns<TopReport.Batches>()
                .add("BATCHES OF " + topology, TopReport.Batches::component)
                .add("TASK", TopReport.Batches::task)
                .add("WAIT X", task -> nanos(task.intervalMillis()))
                .add("MEAN SIZE", task -> task.meanSize() == 0 ? "-" : Format.decimal(task.meanSize(), 1))
                .add("CALL P", task -> task.meanSize() == 0 ? "-" : nanos(task.processingMillis()))
                .add("LOAD RHO", task -> Format.decimal(100 * task.load(), 0, "%"));
        return Foremost.lines(columns, tasks, TopReport.Batches::load, "tasks with less load");
    }

    private static String nanos(double millis) {
        return Format.nanos(Math.round(millis * 1e6));
    }
}
