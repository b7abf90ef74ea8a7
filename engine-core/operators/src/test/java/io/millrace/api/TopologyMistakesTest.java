// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static io.millrace.api.Samples.problems;
import static io.millrace.api.Samples.sink;
import static io.millrace.api.Samples.split;
import static io.millrace.api.Samples.withLines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import io.millrace.operators.Spouts;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each mistake in the graph is one line that names the component and the remedy. */
class TopologyMistakesTest {

    @Test
    void acceptsAWholeTopology() {
        TopologyBuilder builder = withLines();
        builder.setBolt("split", split(), 2)
                .tasks(4)
                .blocking()
                .shuffle("lines")
                .set("app.lower", true);
        builder.setBolt("count", sink(), 2)
                .fields("split", "word")
                .all("lines")
                .set("topology.task.inbox", 16)
                .tickEvery(Duration.ofMillis(1));
        Topology topology = builder.build();

        assertThat(topology.components()).extracting(ComponentSpec::id).containsExactly("lines", "split", "count");
        ComponentSpec split = topology.components().get(1);
        assertThat(split.parallelism()).isEqualTo(2);
        assertThat(split.tasks()).isEqualTo(4);
        assertThat(split.blocking()).isTrue();
        assertThat(split.settings()).isEqualTo(Map.of("app.lower", "true"));
        assertThat(split.outputs()).containsExactly(new StreamSpec("default", Fields.of("word", "length"), false));
        assertThat(split.inputs()).containsExactly(new Subscription("lines", "default", new Grouping.Shuffle()));
        assertThat(topology.components().get(2).tickNanos()).isEqualTo(1_000_000);
        assertThat(builder.build()).isEqualTo(topology);
        topology.check();
    }

    @Test
    void regionsAreASettingOfTheComponent() {
        TopologyBuilder builder = withLines();
        builder.setBolt("split", split()).shuffle("lines").regions("eu", "us-east.1");
        assertThat(builder.build().components().get(1).settings())
                .isEqualTo(Map.of("topology.regions", "eu,us-east.1"));

        BoltDeclarer bolt = builder.setBolt("count", sink()).shuffle("split");
        assertThatThrownBy(bolt::regions)
                .hasMessage("component 'count': no region is given: name at least one, or leave the call out");
        assertThatThrownBy(() -> bolt.regions("eu", "a,b"))
                .hasMessage(
                        "component 'count': region 'a,b' is not a name: use at most 64 letters, digits, '_', '-' and"
                                + " '.', a letter or digit first");
        bolt.set("topology.regions", "eu,eu");
        assertThat(problems(builder))
                .containsExactly("component 'count': topology.regions is 'eu,eu': it takes different names of regions,"
                        + " separated by commas");
    }

    @Test
    void acceptsACycleThatASpoutFeeds() {
        TopologyBuilder builder = withLines();
        builder.setBolt("split", split()).shuffle("lines").shuffle("again");
        builder.setBolt("again", split()).shuffle("split");
        assertThat(problems(builder)).isEmpty();
    }

    @Test
    void namesTheNearestComponent() {
        TopologyBuilder builder = withLines();
        builder.setBolt("split", split()).shuffle("line");
        assertThat(problems(builder))
                .containsExactly("component 'split': subscribes to 'line', which is not a component of the topology:"
                        + " did you mean 'lines'?");
    }

    @Test
    void listsComponentsIfNoneIsNear() {
        TopologyBuilder builder = withLines();
        builder.setBolt("split", split()).shuffle("kafka");
        assertThat(problems(builder))
                .containsExactly("component 'split': subscribes to 'kafka', which is not a component of the topology:"
                        + " there is 'lines', 'split'");
    }

    @Test
    void refusesAnUnknownStream() {
        TopologyBuilder builder = withLines();
        builder.setBolt("late", sink()).subscribe("lines", "late", new Grouping.Shuffle());
        assertThat(problems(builder))
                .containsExactly("component 'late': there is no stream 'late' of 'lines': there is 'default'");
    }

    @Test
    void refusesAStreamOfAComponentThatDeclaresNone() {
        TopologyBuilder builder = withLines();
        builder.setBolt("print", sink()).shuffle("lines");
        builder.setBolt("count", sink()).shuffle("print");
        assertThat(problems(builder))
                .containsExactly("component 'count': there is no stream 'default' of 'print', which declares none:"
                        + " declare it in the source's declareOutputs");
    }

    @Test
    void refusesAnUnknownFieldInAKey() {
        TopologyBuilder builder = withLines();
        builder.setBolt("split", split()).shuffle("lines");
        builder.setBolt("count", sink()).fields("split", "wrod");
        builder.setBolt("pairs", sink()).partialKey("split", "colour", "word");
        assertThat(problems(builder))
                .containsExactly(
                        "component 'count': stream 'default' of 'split' has no field 'wrod': did you mean 'word'?",
                        "component 'pairs': stream 'default' of 'split' has no field 'colour': there is 'word',"
                                + " 'length'");
    }

    @Test
    void refusesAKeyWithoutFields() {
        TopologyBuilder builder = withLines();
        builder.setBolt("count", sink()).fields("lines");
        assertThat(problems(builder))
                .containsExactly(
                        "component 'count': groups stream 'default' of 'lines' by no field: name at least" + " one");
    }

    @Test
    void refusesABoltThatNothingFeeds() {
        TopologyBuilder builder = withLines();
        builder.setBolt("count", sink());
        assertThat(problems(builder))
                .containsExactly("component 'count': nothing feeds this bolt: subscribe it to a component, such as"
                        + " .shuffle(\"...\")");
    }

    @Test
    void refusesACycleThatNoSpoutFeeds() {
        TopologyBuilder builder = withLines();
        builder.setBolt("a", split()).shuffle("b");
        builder.setBolt("b", split()).shuffle("a");
        assertThat(problems(builder))
                .containsExactly(
                        "component 'a': no spout reaches this bolt, which is fed by 'b' only: subscribe one of them to"
                                + " a spout",
                        "component 'b': no spout reaches this bolt, which is fed by 'a' only: subscribe one of them to"
                                + " a spout");
    }

    @Test
    void refusesATopologyWithoutSpout() {
        assertThat(problems(new TopologyBuilder()))
                .containsExactly("the topology has no spout, so that nothing would happen: add one with setSpout");
    }

    @Test
    void refusesASpoutWithInput() {
        Topology good = withLines().build();
        ComponentSpec lines = good.components().get(0);
        Topology bad = new Topology(List.of(new ComponentSpec(
                "lines",
                lines.kind(),
                lines.execution(),
                Map.of(),
                new ComponentSpec.Connections(
                        lines.outputs(), List.of(new Subscription("lines", "default", new Grouping.All()))),
                lines.template(),
                lines.traits())));
        assertThat(problems(bad::check))
                .containsExactly("component 'lines': is a spout and subscribes to 'lines': only bolts take input");
    }

    @Test
    void refusesTheSameSubscriptionTwice() {
        TopologyBuilder builder = withLines();
        builder.setBolt("count", sink()).shuffle("lines").all("lines");
        assertThat(problems(builder))
                .containsExactly("component 'count': subscribes twice to stream 'default' of 'lines', so that it would"
                        + " get each tuple twice: keep one of them");
    }

    @Test
    void refusesToSubscribeToTicks() {
        TopologyBuilder builder = withLines();
        builder.setBolt("count", sink()).subscribe("lines", Streams.TICK, new Grouping.All());
        assertThat(problems(builder))
                .containsExactly("component 'count': subscribes to the stream of ticks: use tickEvery");
    }

    @Test
    void refusesADirectStreamWithAnotherGroupingAndTheReverse() {
        TopologyBuilder builder = withLines();
        builder.setBolt("route", new Declaring(out -> {
                    out.declare("a");
                    out.declareDirect("to", "a");
                }))
                .shuffle("lines");
        builder.setBolt("x", sink()).subscribe("route", "to", new Grouping.Shuffle());
        builder.setBolt("y", sink()).direct("route", "default");
        builder.setBolt("z", sink()).direct("route", "to");
        assertThat(problems(builder))
                .containsExactly(
                        "component 'x': stream 'to' of 'route' is direct, and this grouping is not: subscribe with"
                                + " .direct(\"route\", \"to\")",
                        "component 'y': stream 'default' of 'route' is not direct, and this grouping is: declare it"
                                + " with declareDirect, or use another grouping");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 1 | parallelism is 0: it is the number of threads, at least 1",
                "-2 | 1 | parallelism is -2: it is the number of threads, at least 1",
                "1 | 0 | tasks is 0: it is the number of instances, at least 1",
                "1 | 70000 | tasks is 70000: it is at most 65536",
                "4 | 2 | tasks is 2 with parallelism 4, so that threads would have nothing to run: give at least as"
                        + " many tasks, or lower the parallelism"
            })
    void refusesCountsThatMakeNoSense(int parallelism, int tasks, String mistake) {
        TopologyBuilder builder = withLines();
        builder.setBolt("count", sink(), parallelism).tasks(tasks).shuffle("lines");
        assertThat(problems(builder)).containsExactly("component 'count': " + mistake);
    }

    @Test
    void refusesAnIdGivenTwice() {
        TopologyBuilder builder = withLines();
        builder.setBolt("lines", sink()).shuffle("lines");
        assertThat(problems(builder))
                .containsExactly("component 'lines': the id is given twice: name each component differently");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"\" | is blank: name it",
                "\" \" | is blank: name it",
                "__acker | starts with '__', as only the engine's own names do: choose another",
                "a/b | has other characters than names may have: use letters A to Z, digits, '_', and after the first"
                        + " also '-' and '.'",
                "../x | has other characters than names may have: use letters A to Z, digits, '_', and after the first"
                        + " also '-' and '.'",
                "wörter | has other characters than names may have: use letters A to Z, digits, '_', and after the"
                        + " first also '-' and '.'",
            })
    void refusesStreamsThatCannotStandEverywhere(String name, String mistake) {
        TopologyBuilder builder = withLines();
        builder.setBolt("x", new Declaring(out -> out.declareStream(name, "a"))).shuffle("lines");
        assertThat(problems(builder)).containsExactly("component 'x': stream '" + name.strip() + "' " + mistake);
    }

    @Test
    void refusesIdsThatCannotBeShown() {
        refusedId("", "is blank: name it");
        refusedId(" ", "is blank: name it");
        refusedId("__acker", "starts with '__', as only the engine's own names do: choose another");
        refusedId(" a", "begins or ends with a space: remove it");
        for (String id : List.of("a\nb", "a\u0007b", "a\u202Eb", "a\u2028b", "a\uD800b", "a\uE000b")) {
            refusedId(id, "has a character that is not printable: use letters, digits, signs and spaces");
        }
        refusedId("x".repeat(257), "has 257 characters: use at most 256");
    }

    @Test
    void aDisplayNameIsAnyPrintableText() {
        TopologyBuilder builder = withLines();
        builder.setBolt("a", sink()).displayName("Lines / \u884C 1\u00BD").shuffle("lines");
        assertThat(builder.build().components().get(1).displayName()).isEqualTo("Lines / \u884C 1\u00BD");
        assertThat(builder.build().components().get(0).displayName()).isEmpty();
        BoltDeclarer bolt = builder.setBolt("b", sink());
        assertThatThrownBy(() -> bolt.displayName("a\nb"))
                .isInstanceOf(TopologyException.class)
                .hasMessage(
                        "component 'b': its display name has a character that is not printable: use letters, digits,"
                                + " signs and spaces");
        assertThatThrownBy(() -> bolt.displayName("x".repeat(257))).hasMessageContaining("use at most 256");
        assertThatThrownBy(() -> bolt.displayName("")).hasMessageContaining("is blank");
        assertThatThrownBy(() -> bolt.displayName(null)).hasMessageContaining("is null");
    }

    private static void refusedId(String id, String mistake) {
        TopologyBuilder builder = withLines();
        builder.setBolt(id, sink()).shuffle("lines");
        assertThat(problems(builder)).singleElement().asString().endsWith(": its id " + mistake);
    }

    @Test
    void acceptsIdsOfAllThatCanBeShown() {
        TopologyBuilder builder = withLines();
        String longest = "Wörter / 數 \"quoted\" {a=b} \uD83D\uDE00 ".repeat(9).substring(0, 255) + ".";
        builder.setBolt(longest, split()).shuffle("lines");
        builder.setBolt("../../x", sink()).shuffle(longest);
        assertThat(problems(builder)).isEmpty();
    }

    @Test
    void refusesAStreamDeclaredTwice() {
        TopologyBuilder builder = withLines();
        builder.setBolt("x", new Declaring(out -> {
                    out.declare("a");
                    out.declare("b");
                }))
                .shuffle("lines");
        assertThat(problems(builder))
                .containsExactly("component 'x': stream 'default' is declared twice: declare each stream once");
    }

    @Test
    void aStreamWithoutFieldsHasNoKey() {
        TopologyBuilder builder = withLines();
        builder.setBolt("x", new Declaring(out -> out.declareStream("done"))).shuffle("lines");
        builder.setBolt("all", sink()).subscribe("x", "done", new Grouping.All());
        builder.setBolt("key", sink()).subscribe("x", "done", new Grouping.ByFields(Fields.of("word")));
        assertThat(problems(builder))
                .containsExactly("component 'key': groups stream 'done' of 'x' by fields, which it does not have: use"
                        + " another grouping");
    }

    @Test
    void reportsByComponentWhatDeclareOutputsThrows() {
        TopologyBuilder builder = withLines();
        builder.setBolt("x", new Declaring(out -> {
                    throw new IllegalStateException("no\n schema");
                }))
                .shuffle("lines");
        builder.setBolt("y", new Declaring(out -> out.declare("a", "a"))).shuffle("lines");
        builder.setBolt("z", new Declaring(out -> out.declare(Broken.FIELD))).shuffle("lines");
        builder.setBolt("n", new Declaring(out -> out.declareStream(null, "a"))).shuffle("lines");
        builder.setBolt("next", sink()).fields("x", "unknown-as-x-has-failed");
        String declaring = "declareOutputs of io.millrace.api.TopologyMistakesTest$Declaring failed with ";
        assertThat(problems(builder))
                .containsExactly(
                        "component 'x': " + declaring + "java.lang.IllegalStateException: no schema",
                        "component 'y': " + declaring + "java.lang.IllegalArgumentException: a field is named twice in"
                                + " [a, a]: use distinct names",
                        "component 'z': " + declaring + "static initialization of"
                                + " io.millrace.api.TopologyMistakesTest$Broken failed with"
                                + " java.lang.IllegalStateException: no home: correct it, or move what can fail into"
                                + " open or prepare",
                        "component 'n': " + declaring + "java.lang.IllegalArgumentException: a stream's name is null:"
                                + " name it");
    }

    @Test
    void refusesSettingsThatAreUnknownOrNotAComponents() {
        TopologyBuilder builder = withLines();
        builder.setBolt("x", sink())
                .shuffle("lines")
                .set("topology.task.inbx", 4)
                .set("topology.task.inbox", 0)
                .set("topology.workers", 2)
                .set("colour", "red");
        assertThat(problems(builder))
                .containsExactly(
                        "component 'x': unknown setting 'colour': settings of your own start with 'app.', such as"
                                + " 'app.colour'",
                        "component 'x': topology.task.inbox is '0': it takes integer, 1 to 1048576",
                        "component 'x': unknown setting 'topology.task.inbx': did you mean 'topology.task.inbox'?",
                        "component 'x': topology.workers holds for the whole topology: set it in the topology's"
                                + " configuration");
    }

    @Test
    void keepsHintsOfWhatIsEmitted() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", Spouts.of("line", List.of("a b"))).rate(500);
        builder.setBolt("split", split()).shuffle("lines").selectivity(10);
        builder.setBolt("more", split()).shuffle("lines");
        List<ComponentSpec> components = builder.build().components();

        assertThat(components.get(0).outputs().get(0).selectivity()).isEqualTo(500);
        assertThat(components.get(1).outputs().get(0).selectivity()).isEqualTo(10);
        assertThat(components.get(2).outputs().get(0).selectivity()).isEqualTo(1);
        assertThat(builder.build().components()).isEqualTo(components);
    }

    @Test
    void refusesHintsForStreamsThatAreNotThere() {
        TopologyBuilder builder = withLines();
        builder.setSpout("more", Spouts.of("line", List.of("a b"))).rate("fast", 3);
        builder.setBolt("count", sink()).shuffle("lines").selectivity(0.1);
        assertThat(problems(builder))
                .containsExactly(
                        "component 'more': has a rate for stream 'fast', which it does not declare: it declares"
                                + " default, failed",
                        "component 'count': has a selectivity for stream 'default', which it does not declare: drop"
                                + " it");
    }

    @Test
    void refusesHintsOutOfRangeAtOnce() {
        BoltDeclarer bolt = withLines().setBolt("x", sink());
        assertThat(problems(() -> bolt.selectivity(-0.1)))
                .containsExactly("component 'x': selectivity of stream 'default' is -0.1: take 0 to 1000000000");
        assertThat(problems(() -> bolt.selectivity("side", Double.NaN)))
                .containsExactly("component 'x': selectivity of stream 'side' is NaN: take 0 to 1000000000");
        assertThat(problems(() -> bolt.selectivity(null, 1)))
                .containsExactly("component 'x': the stream of a selectivity is null: name it");
        SpoutDeclarer spout = new TopologyBuilder().setSpout("y", Spouts.of("line", List.of("a b")));
        assertThat(problems(() -> spout.rate(1e10)))
                .containsExactly("component 'y': rate of stream 'default' is 1.0E10: take 0 to 1000000000");
    }

    @Test
    void refusesTicksOutOfRangeAtOnce() {
        BoltDeclarer bolt = withLines().setBolt("x", sink());
        assertThat(problems(() -> bolt.tickEvery(Duration.ofNanos(999_999))))
                .containsExactly("component 'x': ticks every 999999 ns: take 1 ms to 24 h");
        assertThat(problems(() -> bolt.tickEvery(Duration.ZERO)))
                .containsExactly("component 'x': ticks every 0 ns: take 1 ms to 24 h");
        assertThat(problems(() -> bolt.tickEvery(Duration.ofSeconds(Long.MAX_VALUE))))
                .containsExactly("component 'x': ticks every 9223372036854775807 ns: take 1 ms to 24 h");
    }

    @Test
    void refusesNullsAtOnce() {
        TopologyBuilder builder = withLines();
        BoltDeclarer bolt = builder.setBolt("x", sink());
        assertThat(problems(() -> builder.setBolt(null, sink())))
                .containsExactly("the id of a bolt is null: name the component");
        assertThat(problems(() -> builder.setSpout("s", null)))
                .containsExactly("component 's': the spout is null: give an instance");
        assertThat(problems(() -> bolt.shuffle(null))).containsExactly("component 'x': source is null: give one");
        assertThat(problems(() -> bolt.direct("lines", null)))
                .containsExactly("component 'x': stream is null: give one");
        assertThat(problems(() -> bolt.subscribe("lines", "default", null)))
                .containsExactly("component 'x': grouping is null: give one");
        assertThat(problems(() -> bolt.custom("lines", null)))
                .containsExactly("component 'x': custom grouping is null: give one");
        assertThat(problems(() -> bolt.tickEvery(null)))
                .containsExactly("component 'x': interval of ticks is null: give one");
        assertThat(problems(() -> bolt.fields("lines", "a", null)))
                .containsExactly("component 'x': a field's name is missing in [a, null]: name every field");
        assertThat(problems(() -> bolt.set(null, 1)))
                .containsExactly("component 'x': setting null = 1: give a key and a value");
        assertThat(problems(() -> bolt.set("app.a", null)))
                .containsExactly("component 'x': setting app.a = null: give a key and a value");
    }

    @Test
    void reportsAllMistakesTogether() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setBolt("a", sink(), 0);
        builder.setBolt("b", sink()).shuffle("c");
        assertThat(problems(builder))
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).contains(": "));
    }

    private record Declaring(Outputs outputs) implements BasicBolt {

        private interface Outputs extends Serializable {
            void declare(OutputDeclarer out);
        }

        @Override
        public void declareOutputs(OutputDeclarer out) {
            outputs.declare(out);
        }

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    private static final class Broken {
        static final String FIELD = home();

        private static String home() {
            throw new IllegalStateException("no home");
        }
    }
}
