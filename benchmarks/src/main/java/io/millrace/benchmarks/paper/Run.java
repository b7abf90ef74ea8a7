// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.report.Columns;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.report.MarkdownTable;
import io.millrace.benchmarks.study.Study;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What is asked for, and the file of lines. One thread.
 *
 * @param turns of each cell
 * @param once whether a disturbed cell is marked at once, and not measured once more before
 * @param rate that is offered in place of the published ones; 0 for those
 */
record Run(Study study, Lines lines, Scale scale, int turns, boolean once, Peers peers, long rate) {

    private static final Columns TABLE =
            new Columns("%-6s %-52s %5s %10s %9s %9s %9s %6s", "figure|cell|turn|1/s|mean, ms|p50|p99|busy");

    static String header() {
        return TABLE.head();
    }

    /** What one turn of a cell gives. */
    interface Measuring {
        ObjectNode measure() throws IOException, InterruptedException;
    }

    /** @param labels that name it within its figure */
    record Cell(Map<String, String> labels, Measuring measuring) {

        @Override
        public String toString() {
            return String.join(", ", labels.values());
        }
    }

    /** The engines that a figure is measured beside. */
    List<EngineCommand> engines(PaperFigure figure) throws IOException {
        return peers.of(figure);
    }

    /** Measures those of the cells that the file lacks, in turns. */
    void measure(PaperFigure figure, List<Cell> cells) throws InterruptedException {
        List<Cell> lacking = cells.stream()
                .filter(cell -> lacking(figure, List.of(cell.labels)) > 0)
                .toList();
        int most = lacking(figure, lacking.stream().map(Cell::labels).toList());
        study.turns(figure.name(), most, lacking, cell -> {
            if (lacking(figure, List.of(cell.labels)) > 0) {
                add(figure, cell);
            }
            return cell;
        });
    }

    /** One turn of a cell that no figure shows, from the file if it has one. */
    JsonNode trial(String name, Cell cell) throws IOException, InterruptedException {
        List<JsonNode> before = lines.of(name, cell.labels);
        if (!before.isEmpty()) {
            return before.get(0);
        }
        ObjectNode line = cell.measuring.measure();
        lines.add(name, cell.labels, 1, line.put(Lines.QUICK, scale.quick()));
        show(name, cell, 1, line);
        return line;
    }

    /** How many turns the file lacks of cells with these labels, at most. */
    int lacking(PaperFigure figure, List<Map<String, String>> cells) {
        return cells.stream()
                .mapToInt(labels -> turns - lines.of(figure.measured(), labels).size())
                .max()
                .orElse(0);
    }

    private void add(PaperFigure figure, Cell cell) throws IOException, InterruptedException {
        ObjectNode line = undisturbed(figure, cell);
        int turn = lines.of(figure.measured(), cell.labels).size() + 1;
        lines.add(figure.measured(), cell.labels, turn, line.put(Lines.QUICK, scale.quick()));
        show(figure.name(), cell, turn, line);
    }

    /** What was disturbed is measured once more unless it shall not be, and marked if it was again. */
    private ObjectNode undisturbed(PaperFigure figure, Cell cell) throws IOException, InterruptedException {
        ObjectNode line = cell.measuring.measure();
        if (Disturbance.isIn(line) && !scale.quick() && !once) {
            System.out.println(figure.name() + ", " + cell + " is repeated: " + Disturbance.describe(line));
            line = cell.measuring.measure();
        }
        return Disturbance.isIn(line) ? line.put(Disturbance.MARK, true) : line;
    }

    private static void show(String name, Cell cell, int turn, ObjectNode line) {
        System.out.println(TABLE.row(
                name,
                cell,
                turn,
                number(line, "/result/per_second"),
                number(line, Result.MEAN),
                number(line, Result.P50),
                number(line, Result.P99),
                Math.round(100 * line.get("busy").asDouble()) + "%"));
    }

    private static String number(ObjectNode line, String pointer) {
        return MarkdownTable.shorten(line.at(pointer).asDouble(Double.NaN));
    }
}
