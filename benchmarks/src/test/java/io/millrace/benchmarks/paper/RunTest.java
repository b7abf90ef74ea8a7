// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.benchmarks.machine.Lab;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.report.Lines;
import io.millrace.benchmarks.study.Study;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTest {

    private static final int TURNS = 2;

    private final PaperFigure figure = PaperBenchmark.FIGURES.get(0);
    private final List<String> measured = new ArrayList<>();

    @TempDir
    private Path directory;

    @Test
    void onlyCellsThatTheFileLacksAreMeasured() throws Exception {
        Run run = run();
        run.measure(figure, List.of(cell("one"), cell("other")));
        measured.clear();

        run.measure(figure, List.of(cell("one"), cell("new"), cell("other")));

        assertThat(measured).containsExactly("new", "new");
    }

    @Test
    void cellsTakeTurns() throws Exception {
        run().measure(figure, List.of(cell("one"), cell("other")));

        assertThat(measured).containsExactly("one", "other", "other", "one");
    }

    @Test
    void aDisturbedCellIsRepeatedUnlessItShallBeMeasuredOnce() throws Exception {
        Run.Cell disturbed =
                cell("disturbed", line().put(Lines.NETWORK, Lab.NETWORK).put("busy", 0.95));

        run(false).measure(figure, List.of(disturbed));

        assertThat(measured).hasSize(2 * TURNS);
        measured.clear();
        Files.delete(file());

        Run once = run(true);
        once.measure(figure, List.of(disturbed));

        assertThat(measured).hasSize(TURNS);
        assertThat(once.lines().of(figure.measured(), disturbed.labels()))
                .allMatch(line -> line.get(Disturbance.MARK).asBoolean());
    }

    private Run run() throws Exception {
        return run(false);
    }

    private Run run(boolean once) throws Exception {
        Options options = new Options(PaperBenchmark.USAGE, "--out=" + file());
        Study study = new Study(options, "");
        return new Run(study, study.lines(), new Scale(false, 1, 1), TURNS, once, Peers.take(options), 0);
    }

    private Path file() {
        return directory.resolve("papers.jsonl");
    }

    private static ObjectNode line() {
        return new ObjectMapper().createObjectNode().put("busy", 0.1);
    }

    private Run.Cell cell(String name) {
        return cell(name, line());
    }

    private Run.Cell cell(String name, ObjectNode line) {
        return new Run.Cell(Map.of("engine", name), () -> {
            measured.add(name);
            return line.deepCopy();
        });
    }
}
