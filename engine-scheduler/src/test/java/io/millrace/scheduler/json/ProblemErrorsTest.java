// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.InvalidProblemException;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.Task;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every refusal of a malformed problem or answer is one line that names the culprit, the value and the remedy. */
class ProblemErrorsTest {
    private static final String VALID = """
            {"format":"tsched-1","name":"w","family":"f","seed":1,"note":"","objective":"cut","balance_eps":0.1,
            "topologies":[{"id":"wc","workers":2}],
            "rtt_ms":{"regions":["eu","us"],"matrix":[[0,90.5],[90.5,0]]},
            "prev":[["n0",0],["gone",3],null],
            "nodes":[{"id":"n0","capacity":100,"slots":2,"region":"eu","target":15.5,"limit":17},
            {"id":"n1","capacity":100,"slots":2,"region":"us","target":15.5,"limit":17}],
            "tasks":[{"id":0,"topo":"wc","comp":"spout","weight":10,"pin":"n0"},
            {"id":1,"topo":"wc","comp":"split","weight":20,"regions":["eu","us"],"forbid":["n1"]},
            {"id":2,"topo":"wc","comp":"count","weight":1,"spread":"g"}],
            "edges":[[0,1,50],[1,2,60]]}
            """;

    static Stream<Arguments> mistakes() {
        return Stream.of(
                // Text and keys.
                change(
                        "\"edges\":[",
                        "\"edges\":[[",
                        "problem is not well-formed JSON at line 10, column 29: Unexpected close marker '}': expected ']' (for Array starting at [line: 10, column: 9]): correct the text there"),
                change("\"name\":\"w\"", "\"name\":\"w\",\"name\":\"v\"", "problem is not well-formed JSON at line 1"),
                change("[1,2,60]]}", "[1,2,60]]} x", "problem is not well-formed JSON at line 1"),
                change(
                        "\"format\":\"tsched-1\"",
                        "\"format\":\"tsched-2\"",
                        "problem.format is \"tsched-2\", must be \"tsched-1\""),
                change("\"format\":\"tsched-1\",", "", "problem: key \"format\" is missing: add it"),
                change(
                        "\"weight\":10",
                        "\"wieght\":10",
                        "problem.tasks[0]: unknown key \"wieght\": did you mean \"weight\"?"),
                change(
                        "\"workers\":2",
                        "\"workers\":2,\"q\":1",
                        "problem.topologies[0]: unknown key \"q\": known: \"id\", \"workers\""),
                change(
                        "\"capacity\":100,\"slots\":2,\"region\":\"us\"",
                        "\"slots\":2,\"region\":\"us\"",
                        "problem.nodes[1]: key \"capacity\" is missing: add it"),
                change(
                        "\"objective\":\"cut\"",
                        "\"objective\":\"cost\"",
                        "problem.objective is \"cost\", must be \"cut\" or \"latency\""),
                // Types.
                change("\"weight\":20", "\"weight\":\"20\"", "problem.tasks[1].weight is \"20\", must be an integer"),
                change("\"weight\":20", "\"weight\":20.5", "problem.tasks[1].weight is 20.5, must be an integer"),
                change("\"weight\":20", "\"weight\":1e999", "problem.tasks[1].weight is"),
                change(
                        "\"weight\":20",
                        "\"weight\":99999999999999999999",
                        "problem.tasks[1].weight is 99999999999999999999, which is beyond 64 bits: use a smaller unit"),
                change(
                        "\"slots\":2,\"region\":\"us\"",
                        "\"slots\":9999999999,\"region\":\"us\"",
                        "problem.nodes[1].slots is 9999999999, must be -2147483648 to 2147483647"),
                change("\"comp\":\"spout\"", "\"comp\":null", "problem.tasks[0].comp is null, must be a string"),
                change("\"pin\":\"n0\"", "\"pin\":0", "problem.tasks[0].pin is 0, must be a string"),
                change(
                        "[0,1,50]",
                        "[0,1]",
                        "problem.edges[0] is an array of 2 items, must be [from task, to task, traffic]"),
                change("[0,1,50]", "{}", "problem.edges[0] is an object, must be [from task, to task, traffic]"),
                change("[\"n0\",0]", "[0,0]", "problem.prev[0][0] is 0, must be a string"),
                change(
                        "[\"eu\",\"us\"],\"forbid\"",
                        "[],\"forbid\"",
                        "problem.tasks[1].regions is an array of 0 items, must be a list of at least one region: leave the key out to allow them all"),
                // Ranges.
                change(
                        "\"weight\":20",
                        "\"weight\":-20",
                        "problem.tasks[1]: task 1: weight is -20, must be 0 to 1000000000000"),
                change(
                        "\"capacity\":100,\"slots\":2,\"region\":\"us\"",
                        "\"capacity\":-1,\"slots\":2,\"region\":\"us\"",
                        "problem.nodes[1]: node \"n1\": capacity is -1, must be 0 to 1000000000000000"),
                change(
                        "\"slots\":2,\"region\":\"us\"",
                        "\"slots\":-2,\"region\":\"us\"",
                        "problem.nodes[1]: node \"n1\": slots is -2, must be 0 to 10000"),
                change("\"limit\":17}]", "\"limit\":-1}]", "problem.nodes[1]: node \"n1\": limit is -1, must be 0 to"),
                change("\"region\":\"us\"", "\"region\":\"\"", "problem.nodes[1]: node \"n1\": region is blank"),
                change(
                        "\"workers\":2",
                        "\"workers\":0",
                        "problem.topologies[0]: topology \"wc\": workers is 0, must be 1 to 1000000"),
                change(
                        "\"balance_eps\":0.1",
                        "\"balance_eps\":-0.1",
                        "problem \"w\": balance_eps is -0.1, must be 0.0 to 1000.0"),
                change(
                        "[1,2,60]",
                        "[1,2,-60]",
                        "problem.edges[1]: edge 1 -> 2: traffic is -60, must be 0 to 1000000000000"),
                change(
                        "[\"gone\",3]",
                        "[\"gone\",-3]",
                        "problem.prev[1]: placement on \"gone\": slot is -3, must be 0 to 9999"),
                change("\"name\":\"w\"", "\"name\":\" \"", "problem without an id: give it a name that is not blank"),
                change(
                        "\"id\":\"wc\"",
                        "\"id\":\"w\\nc\"",
                        "problem.topologies[0]: topology \"w?c\": its id contains a control character: use printable ones"),
                // Names and ids.
                change("\"id\":\"n1\"", "\"id\":\"n0\"", "nodes[1]: node \"n0\" is given twice: ids must be unique"),
                change(
                        "{\"id\":\"wc\",\"workers\":2}",
                        "{\"id\":\"wc\",\"workers\":2},{\"id\":\"wc\",\"workers\":1}",
                        "topologies[1]: topology \"wc\" is given twice: ids must be unique"),
                change(
                        "\"topo\":\"wc\",\"comp\":\"count\"",
                        "\"topo\":\"cw\",\"comp\":\"count\"",
                        "task 2: unknown topology \"cw\": "),
                change("\"pin\":\"n0\"", "\"pin\":\"n5\"", "task 0: pin: unknown node \"n5\": did you mean \"n0\"?"),
                change(
                        "\"forbid\":[\"n1\"]",
                        "\"forbid\":[\"host\"]",
                        "task 1: forbid: unknown node \"host\": known: \"n0\", \"n1\""),
                change(
                        "\"regions\":[\"eu\",\"us\"],\"forbid\"",
                        "\"regions\":[\"eu\",\"asia\"],\"forbid\"",
                        "task 1: unknown region \"asia\": known: \"eu\", \"us\""),
                change("\"region\":\"us\"", "\"region\":\"uk\"", "node \"n1\": unknown region \"uk\": did you mean"),
                change(
                        "{\"id\":1,",
                        "{\"id\":0,",
                        "task id 0 is given twice: 3 tasks must have the ids 0 to 2, each once"),
                change("{\"id\":2,", "{\"id\":3,", "task id 2 is missing: 3 tasks must have the ids 0 to 2, each once"),
                change("{\"id\":2,", "{\"id\":-2,", "problem.tasks[2]: task -2: id is -2, must be 0 to"),
                // Shapes.
                change("[1,2,60]", "[1,3,60]", "edges[1] (1 -> 3): there is no task 3, ids are 0 to 2"),
                change(
                        "[1,2,60]",
                        "[2,2,60]",
                        "edges[1] (2 -> 2): a task's traffic to itself never crosses a link: remove the edge"),
                change(
                        "[1,2,60]",
                        "[0,1,60]",
                        "edges[1] (0 -> 1): this pair is given twice: sum the traffic of its streams into one edge"),
                change(
                        "[[0,90.5],[90.5,0]]",
                        "[[0,90.5]]",
                        "rtt_ms.matrix has 1 row, must have 2: one for each of rtt_ms.regions"),
                change(
                        "[[0,90.5],[90.5,0]]",
                        "[[0,90.5],[0]]",
                        "rtt_ms.matrix[1] has 1 column, must have 2: one for each of rtt_ms.regions"),
                change(
                        "[[0,90.5],[90.5,0]]",
                        "[[0,-1],[90.5,0]]",
                        "rtt_ms: matrix[0][1] is -1.0, must be 0.0 to 3600000.0"),
                change(
                        "\"regions\":[\"eu\",\"us\"],\"matrix\"",
                        "\"regions\":[\"eu\",\"eu\"],\"matrix\"",
                        "rtt_ms.regions names \"eu\" twice: name each region once"),
                change(
                        ",null],",
                        "],",
                        "prev has 2 entries for 3 tasks: give one per task id, null for a task that does not run yet"));
    }

    private static Arguments change(String from, String to, String message) {
        return arguments(from, to, message);
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsNamed(String from, String to, String message) {
        assertThat(VALID).containsOnlyOnce(from);
        assertThatThrownBy(() -> ProblemJson.read(VALID.replace(from, to)))
                .isInstanceOf(InvalidProblemException.class)
                .message()
                .startsWith(message)
                .doesNotContain("\n");
    }

    @Test
    void theTextWithoutMistakesIsRead() {
        Problem problem = ProblemJson.read(VALID);
        assertThat(ProblemJson.read(ProblemJson.write(problem))).isEqualTo(problem);
        assertThat(problem.previousOf(1)).contains(new Placement("gone", 3));
        assertThat(problem.previousOf(2)).isEmpty();
        assertThat(problem.tasks().get(1).constraints())
                .isEqualTo(Constraints.inRegions("eu", "us").withForbidden(List.of("n1")));
        assertThat(problem.tasks().get(2).constraints()).isEqualTo(Constraints.NONE.withSpread("g"));
    }

    @Test
    void keysThatOnlyIdentifyMayBeLeftOutAndTasksMayComeInAnyOrder() {
        Problem problem = ProblemJson.read("""
                {"format":"tsched-1","name":"w","objective":"latency","balance_eps":0,"topologies":[{"id":"t","workers":1}],
                "nodes":[{"id":"n","capacity":9.0,"slots":1,"region":"r","target":3,"limit":3}],
                "tasks":[{"id":1,"topo":"t","comp":"b","weight":2},{"id":0,"topo":"t","comp":"a","weight":1}],"edges":[]}
                """);
        assertThat(problem.tasks()).extracting(Task::component).containsExactly("a", "b");
        assertThat(problem.nodes().get(0).capacity()).isEqualTo(9);
        assertThat(problem.rtt()).isEmpty();
        assertThat(problem.previous()).isEmpty();
    }

    @Test
    void anAnswerIsReadAsStrictly() {
        assertThatThrownBy(() -> AssignmentJson.read(""))
                .isInstanceOf(InvalidProblemException.class)
                .hasMessage("assignment is empty: expected a JSON object");
        assertThatThrownBy(() -> AssignmentJson.read("[]"))
                .hasMessage("assignment is an array of 0 items, must be an object");
        assertThatThrownBy(() -> AssignmentJson.read("{\"format\":\"tsched-1\"}"))
                .hasMessage("assignment.format is \"tsched-1\", must be \"tsched-answer-1\"");
        assertThatThrownBy(() -> AssignmentJson.read(
                        "{\"format\":\"tsched-answer-1\",\"instance\":\"w\",\"assignment\":[[\"n0\",0],null]}"))
                .hasMessage("assignment.assignment[1] is null, must be [node id, slot]");
    }

    @Test
    void anUnknownAlgorithmIsAnsweredWithTheNearest() {
        assertThatThrownBy(() -> Algorithms.byName("Evan"))
                .isInstanceOf(InvalidProblemException.class)
                .hasMessage("unknown scheduling algorithm \"Evan\": did you mean \"even\"?");
        assertThat(Algorithms.byName(Algorithms.DEFAULT).name()).isEqualTo(Algorithms.DEFAULT);
    }

    @Test
    void damagedTextIsReadOrRefusedInOneLine() {
        Random random = new Random(42);
        String replacements = "0-9\"[]{},:e.nx\\\n";
        int refused = 0;
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder(VALID);
            for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
                int at = random.nextInt(text.length());
                text.setCharAt(at, replacements.charAt(random.nextInt(replacements.length())));
            }
            try {
                ProblemJson.read(text.toString());
            } catch (InvalidProblemException e) {
                assertThat(e.getMessage()).doesNotContain("\n").hasSizeLessThan(600);
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(1_000);
    }

    @Test
    void deeplyNestedTextIsRefused() {
        assertThatThrownBy(() -> ProblemJson.read("[".repeat(100_000)))
                .isInstanceOf(InvalidProblemException.class)
                .message()
                .doesNotContain("\n");
    }
}
