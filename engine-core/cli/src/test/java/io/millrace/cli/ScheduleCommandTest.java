// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.cli.exit.ExitCode;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.evaluate.Validator;
import io.millrace.scheduler.json.AssignmentJson;
import io.millrace.scheduler.json.ProblemJson;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScheduleCommandTest {

    private static final Path EXAMPLES = Path.of("..", "..", "deploy", "examples", "scheduler");
    private static final String WORDCOUNT = EXAMPLES.resolve("wordcount.json").toString();

    @TempDir
    Path directory;

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExamplesAnswerIsValidAndCarriesItsReasons(Path example) throws IOException {
        Problem problem = ProblemJson.read(Files.readString(example));
        for (String algorithm : Algorithms.names()) {
            Run run = Run.of(new FakeBackend(), "schedule", example.toString(), "--json", "--algorithm=" + algorithm);

            assertThat(run.exitCode()).as(run.err()).isZero();
            Assignment answer = AssignmentJson.read(run.out());
            assertThat(Validator.violations(problem, answer)).isEmpty();
            JsonNode explanation = new ObjectMapper().readTree(run.out()).get("explanation");
            assertThat(explanation.get("algorithm").asText()).isEqualTo(algorithm);
            assertThat(explanation.get("after").get("balanced").isBoolean()).isTrue();
            assertThat(explanation.has("assignment")).isFalse();
        }
    }

    @Test
    void aPersonReadsWhichTasksEachWorkerHasThenTheFigures() {
        Run run = Run.of(new FakeBackend(), "schedule", WORDCOUNT, "--algorithm=even");

        List<String> lines = run.out().lines().toList();
        assertThat(lines.get(0)).matches("NODE +SLOT +TOPOLOGY +LOAD +TASKS");
        assertThat(lines.get(1)).matches("n0 +0 +wc +\\d+ +spout 0, split 4, count 8.*");
        assertThat(lines.get(5)).isEmpty();
        assertThat(run.out()).contains("even placed", "traffic between nodes", "tasks started");
    }

    @Test
    void standardInputIsAProblemToo() throws IOException {
        Run run = Run.reading(Files.readString(Path.of(WORDCOUNT)), "schedule", "-", "--seed=3");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("seed 3)");
    }

    @Test
    void whatRunsStaysWhenTheAnswerIsGivenBack() throws IOException {
        Path answer = directory.resolve("answer.json");
        Files.writeString(
                answer,
                Run.of(new FakeBackend(), "schedule", WORDCOUNT, "--json").out());

        Run again = Run.of(new FakeBackend(), "schedule", WORDCOUNT, "--previous=" + answer, "--json");

        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(AssignmentJson.read(again.out())).isEqualTo(AssignmentJson.read(Files.readString(answer)));
        JsonNode after = new ObjectMapper().readTree(again.out()).at("/explanation/after");
        assertThat(after.get("tasks_moved").asInt()).isZero();
        assertThat(after.get("tasks_started").asInt()).isZero();
    }

    @Test
    void fastAnswersToo() {
        assertThat(Run.of(new FakeBackend(), "schedule", WORDCOUNT, "--quality=fast")
                        .exitCode())
                .isZero();
    }

    @Test
    void aMistakeIsToldWithItsFile() throws IOException {
        Path answer = Files.writeString(
                directory.resolve("other.json"),
                "{\"format\":\"tsched-answer-1\",\"instance\":\"x\",\"assignment\":[[\"n0\",0]]}");

        Run run = Run.of(new FakeBackend(), "schedule", WORDCOUNT, "--previous", answer.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.errLines()).singleElement().asString().contains("other.json: prev has 1 entry");
    }

    @Test
    void whatCannotBePlacedNamesTheCulprits() throws IOException {
        String noSlots = Files.readString(Path.of(WORDCOUNT)).replace("\"slots\":4", "\"slots\":0");

        Run run = Run.reading(noSlots, "schedule", "-");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.errLines()).singleElement().asString().startsWith("millrace: standard input: too few slots");
    }
}
