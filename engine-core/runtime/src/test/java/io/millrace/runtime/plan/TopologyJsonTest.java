// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.millrace.api.ComponentSpec;
import io.millrace.api.ComponentSpec.Connections;
import io.millrace.api.ComponentSpec.Execution;
import io.millrace.api.ComponentSpec.Traits;
import io.millrace.api.EventTime;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.ServiceEnd;
import io.millrace.api.SnapshotPart;
import io.millrace.api.StreamSpec;
import io.millrace.api.Subscription;
import io.millrace.api.Topology;
import io.millrace.api.error.TopologyException;
import io.millrace.api.state.StateSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopologyJsonTest {

    private static final Topology TOPOLOGY = everything();

    private final String text = TopologyJson.write(TOPOLOGY);

    @Test
    void everythingSurvives() {
        assertThat(TopologyJson.read(text)).isEqualTo(TOPOLOGY);
    }

    @Test
    void itIsReadable() {
        assertThat(TopologyJson.write(Specs.topology(Specs.spec("read", 2))))
                .isEqualTo(
                        "{\"format\":\"TOPOLOGY_6\",\"components\":[{\"id\":\"read\",\"kind\":\"SPOUT\","
                                + "\"parallelism\":2,\"tasks\":2,\"blocking\":false,\"virtual\":false,\"tickNanos\":0,\"settings\":{},"
                                + "\"outputs\":[{\"name\":\"default\",\"fields\":{\"names\":[\"value\"]},\"direct\":false,"
                                + "\"selectivity\":1.0}],\"inputs\":[],\"template\":\"AQID\","
                                + "\"service\":{\"kind\":\"NONE\",\"answers\":{\"names\":[]},\"retries\":0,\"holds\":false},\"displayName\":\"\",\"snapshots\":{\"stateful\":false,\"states\":[],\"replayable\":false,\"unreplayableAllowed\":false,\"committing\":false,\"holding\":false,\"counting\":false},\"eventTime\":{\"field\":\"\",\"latenessMillis\":0,\"idleMillis\":0}}],\"codecs\":[],\"hooks\":[]}");
    }

    @Test
    void largeTemplatesSurvive() {
        byte[] template = new byte[24 << 20];
        new Random(1).nextBytes(template);
        ComponentSpec spec = new ComponentSpec(
                "read",
                ComponentSpec.Kind.SPOUT,
                new Execution(1, 1, false, false, 0),
                Map.of(),
                new Connections(List.of(), List.of()),
                template,
                Traits.NONE);

        assertThat(TopologyJson.read(TopologyJson.write(new Topology(List.of(spec))))
                        .components()
                        .get(0)
                        .template())
                .isEqualTo(template);
    }

    @Test
    void mistakesAreRefusedInOneLineWithTheirPath() {
        refused("{", "topology is not JSON");
        refused("", "topology is empty");
        refused("[]", "topology is a list: it takes an object");
        refused("{}", "topology.format is missing");
        refused(text + "{}", "more than one document");
        refused(
                text.replace("TOPOLOGY_6", "TOPOLOGY_1"),
                "topology.format is 'TOPOLOGY_1': it takes one of [TOPOLOGY_6]");
        refused(
                text.replaceFirst("\"tasks\":2", "\"tasks\":99999999999999999999"),
                "topology.components[0].tasks is 99999999999999999999");
        refused(text.replaceFirst("\"tasks\":2", "\"tasks\":\"2\""), "topology.components[0].tasks is a text");
        refused(text.replaceFirst("\"tasks\":2,", ""), "topology.components[0].tasks is missing");
        refused(text.replaceFirst("\"tasks\":2", "\"tasks\":2,\"tasks\":3"), "Duplicate");
        refused(
                text.replaceFirst("\"tasks\":2", "\"tasks\":2,\"taks\":3"),
                "topology.components[0] has unknown fields [taks]");
        refused(text.replaceFirst("\"blocking\":false", "\"blocking\":0"), "components[0].blocking is 0");
        refused(text.replaceFirst("\"SPOUT\"", "\"SPROUT\""), "topology.components[0].kind is 'SPROUT'");
        refused(text.replaceFirst("Shuffle", "Shufle"), "components[1].inputs[0].grouping has [Shufle]");
        refused(text.replaceFirst("\"rule\":", "\"role\":"), "grouping.Custom.rule is missing");
        refused(text.replaceFirst("0\\.25", "\"1\""), "outputs[1].selectivity is a text: it takes a number");
        refused(text.replaceFirst("\\[\"a\",\"b\"\\]", "[\"a\",\"a\"]"), "outputs[0].fields: a field is named twice");
        refused(
                text.replaceFirst("\"template\":\"AQID\"", "\"template\":\"A_?=\""),
                "components[0].template is not base64");
        refused("{\"components\":" + "[".repeat(5000), "topology is not JSON");
    }

    @Test
    void mistakesInTheGraphAreRefused() {
        refused(text.replaceFirst("\"tasks\":2", "\"tasks\":0"), "component 'read': tasks is 0");
        refused(text.replaceFirst("\"id\":\"sink\"", "\"id\":\"all\""), "component 'all': the id is given twice");
        refused(text.replaceFirst("\"source\":\"read\"", "\"source\":\"raed\""), "subscribes to 'raed'");
        refused(text.replaceFirst("\"stream\":\"side\"", "\"stream\":\"sied\""), "there is no stream 'sied' of 'read'");
        refused(text.replaceFirst("\\[\"b\"\\]", "[\"x\"]"), "stream 'default' of 'read' has no field 'x'");
        refused(text.replaceFirst("0\\.25", "-0.25"), "selectivity of stream 'side' is -0.25");
        refused(text.replaceFirst("0\\.25", "1e999"), "selectivity of stream 'side' is Infinity");
        ComponentSpec large = Specs.spec("s", 65_536);
        refused(
                TopologyJson.write(Specs.topology(IntStream.range(0, 17)
                        .mapToObj(i -> Specs.spec("s" + i, large.tasks()))
                        .toArray(ComponentSpec[]::new))),
                "topology has 1114112 tasks: it may have 1048576");
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
                assertThat(expected.getMessage()).as("seed %d", seed).isNotBlank();
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
                new Execution(1, 2, false, false, 0),
                Map.of("app.file", "a \"b\"\n\u4E2D", "app.size", "1"),
                new Connections(
                        List.of(
                                new StreamSpec("default", Fields.of("a", "b"), false),
                                new StreamSpec("side", Fields.of("c"), true, 0.25)),
                        List.of()),
                new byte[] {1, 2, 3},
                new Traits(
                        new ServiceEnd(ServiceEnd.Kind.FED, Fields.of("answer"), 3, true),
                        "Reader \u4E2D",
                        new SnapshotPart(
                                true,
                                List.of(new SnapshotPart.State(
                                        "seen",
                                        StateSpec.Form.MAP,
                                        true,
                                        List.of("java.lang.String", "java.lang.Long"))),
                                true,
                                true,
                                true,
                                true,
                                true),
                        new EventTime("a", 5_000, 60_000)));
        List<ComponentSpec> components = new ArrayList<>(List.of(read));
        Map<String, Grouping> groupings = new TreeMap<>(Map.of(
                "1-shuffle", new Grouping.Shuffle(),
                "2-local", new Grouping.LocalOrShuffle(),
                "3-fields", new Grouping.ByFields(Fields.of("b")),
                "4-partial", new Grouping.PartialKey(Fields.of("a", "b")),
                "all", new Grouping.All(),
                "custom", new Grouping.Custom(new byte[] {-1, 0, 1}),
                "global", new Grouping.Global()));
        groupings.forEach((id, grouping) -> components.add(bolt(id, new Subscription("read", "default", grouping))));
        components.add(bolt("direct", new Subscription("read", "side", new Grouping.Direct())));
        components.add(new ComponentSpec(
                "sink",
                ComponentSpec.Kind.BASIC_BOLT,
                new Execution(1, 1, false, false, 5_000_000),
                Map.of(),
                new Connections(List.of(), List.of(new Subscription("read", "default", new Grouping.Shuffle()))),
                new byte[] {9},
                Traits.NONE));
        return new Topology(components);
    }

    private static ComponentSpec bolt(String id, Subscription input) {
        return new ComponentSpec(
                id,
                ComponentSpec.Kind.BOLT,
                new Execution(2, 2, true, false, 0),
                Map.of(),
                new Connections(List.of(), List.of(input)),
                new byte[0],
                Traits.NONE);
    }
}
