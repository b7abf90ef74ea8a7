package io.millrace.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.StreamSpec;
import io.millrace.api.Subscription;
import io.millrace.api.Topology;
import io.millrace.api.error.TopologyException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TopologyJsonTest {

    private static final Topology TOPOLOGY = everything();

    private final String text = TopologyJson.write(TOPOLOGY);

    @Test
    void everythingSurvives() {
        assertThat(TopologyJson.read(text)).isEqualTo(TOPOLOGY);
        assertThat(TopologyJson.write(TopologyJson.read(text))).isEqualTo(text);
    }

    @Test
    void itIsReadable() {
        assertThat(TopologyJson.write(Specs.topology(Specs.spec("read", 2))))
                .isEqualTo(
                        "{\"format\":1,\"components\":[{\"id\":\"read\",\"kind\":\"spout\",\"parallelism\":2,\"tasks\":2,"
                                + "\"blocking\":false,\"tickNanos\":0,\"settings\":{},"
                                + "\"outputs\":[{\"stream\":\"default\",\"fields\":[\"value\"],\"direct\":false}],"
                                + "\"inputs\":[],\"template\":\"AQID\"}]}");
    }

    @Test
    void largeTemplatesSurvive() {
        byte[] template = new byte[24 << 20];
        new Random(1).nextBytes(template);
        ComponentSpec spec = new ComponentSpec(
                "read", ComponentSpec.Kind.SPOUT, 1, 1, false, 0, Map.of(), List.of(), List.of(), template);

        assertThat(TopologyJson.read(TopologyJson.write(new Topology(List.of(spec))))
                        .components()
                        .get(0)
                        .template())
                .isEqualTo(template);
    }

    @Test
    void mistakesAreRefusedInOneLineWithTheirPath() {
        refused("{", "topology is no valid JSON");
        refused("", "topology is not an object");
        refused("[]", "topology is not an object");
        refused("{}", "topology lacks 'components'");
        refused(text + "{}", "topology has text behind its end");
        refused(text.replace("\"format\":1", "\"format\":2"), "topology.format is 2: it takes 1 to 1");
        refused(text.replaceFirst("\"tasks\":2", "\"tasks\":0"), "topology.components[0].tasks is 0");
        refused(
                text.replaceFirst("\"tasks\":2", "\"tasks\":99999999999999999999"),
                "topology.components[0].tasks is 9");
        refused(text.replaceFirst("\"tasks\":2", "\"tasks\":2000000000"), "topology has 2000000003 tasks");
        refused(
                text.replaceFirst("\"tasks\":2", "\"tasks\":\"2\""),
                "topology.components[0].tasks is not a whole number");
        refused(text.replaceFirst("\"tasks\":2,", ""), "topology.components[0] lacks 'tasks'");
        refused(text.replaceFirst("\"tasks\":2", "\"tasks\":2,\"tasks\":3"), "Duplicate");
        refused(text.replaceFirst("\"tasks\":2", "\"tasks\":2,\"taks\":3"), "has an unknown name 'taks'");
        refused(text.replaceFirst("\"blocking\":false", "\"blocking\":0"), "blocking is not true or false");
        refused(text.replaceFirst("\"spout\"", "\"sprout\""), "topology.components[0].kind is 'sprout'");
        refused(text.replaceFirst("\"id\":\"sink\"", "\"id\":\"work\""), "has two components 'work'");
        refused(text.replaceFirst("\"source\":\"read\"", "\"source\":\"raed\""), "listens to 'raed.default'");
        refused(
                text.replaceFirst("\"stream\":\"side\",\"grou", "\"stream\":\"sied\",\"grou"),
                "listens to 'read.sied'");
        refused(
                text.replaceFirst("\"fields\",\"fields\":\\[\"b\"\\]", "\"fields\",\"fields\":[\"x\"]"),
                "groups by 'x', which 'read.default' does not have");
        refused(text.replaceFirst("\"fields\",\"fields\":\\[\"b\"\\]", "\"fields\""), "fields grouping without");
        refused(text.replaceFirst("\"shuffle\"", "\"shufle\""), "has an unknown grouping 'shufle'");
        refused(text.replaceFirst("\"shuffle\"", "\"shuffle\",\"rule\":\"AQID\""), "shuffle grouping with");
        refused(text.replaceFirst("0\\.25", "-0.25"), "outputs[1].selectivity is -0.25: it takes 0 or more");
        refused(text.replaceFirst("0\\.25", "1e999"), "outputs[1].selectivity is 1e999");
        refused(text.replaceFirst("0\\.25", "\"1\""), "outputs[1].selectivity is not a number");
        refused(text.replaceFirst("\\[\"a\",\"b\"\\]", "[\"a\",\"a\"]"), "a field is named twice");
        refused(text.replaceFirst("\"template\":\"AQID\"", "\"template\":\"A_?=\""), "topology is no valid JSON");
        refused("{\"components\":" + "[".repeat(5000), "topology");
    }

    @Test
    void damagedTextGivesATopologyOrATopologyException() {
        for (long seed = 0; seed < 5000; seed++) {
            Random random = new Random(seed);
            StringBuilder damaged = new StringBuilder(text);
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                int at = random.nextInt(damaged.length());
                switch (random.nextInt(3)) {
                    case 0 -> damaged.setCharAt(at, "{}[]\",:0a-\u0000".charAt(random.nextInt(11)));
                    case 1 -> damaged.deleteCharAt(at);
                    default -> damaged.setLength(Math.max(10, at));
                }
            }
            try {
                TopologyJson.read(damaged.toString());
            } catch (TopologyException expected) {
                assertThat(expected.getMessage()).as("seed %d", seed).doesNotContain("\n");
            } catch (Throwable e) {
                fail("seed " + seed + ": " + damaged, e);
            }
        }
    }

    private void refused(String damaged, String message) {
        assertThatThrownBy(() -> TopologyJson.read(damaged))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    private static Topology everything() {
        ComponentSpec read = new ComponentSpec(
                "read",
                ComponentSpec.Kind.SPOUT,
                1,
                2,
                false,
                0,
                Map.of("app.file", "a \"b\"\n\u4E2D", "app.size", "1"),
                List.of(
                        new StreamSpec("default", Fields.of("a", "b"), false),
                        new StreamSpec("side", Fields.of("c"), true, 0.25)),
                List.of(),
                new byte[] {1, 2, 3});
        ComponentSpec work = new ComponentSpec(
                "work",
                ComponentSpec.Kind.BOLT,
                2,
                2,
                true,
                Long.MAX_VALUE,
                Map.of(),
                List.of(),
                List.of(
                        new Subscription("read", "default", new Grouping.Shuffle()),
                        new Subscription("read", "default", new Grouping.LocalOrShuffle()),
                        new Subscription("read", "default", new Grouping.ByFields(Fields.of("b"))),
                        new Subscription("read", "default", new Grouping.PartialKey(Fields.of("a", "b"))),
                        new Subscription("read", "default", new Grouping.All()),
                        new Subscription("read", "default", new Grouping.Global()),
                        new Subscription("read", "side", new Grouping.Direct()),
                        new Subscription("read", "default", new Grouping.Custom(new byte[] {-1, 0, 1}))),
                new byte[0]);
        ComponentSpec sink = new ComponentSpec(
                "sink", ComponentSpec.Kind.BASIC_BOLT, 1, 1, false, 5, Map.of(), List.of(), List.of(), new byte[] {9});
        return new Topology(List.of(read, work, sink));
    }
}
