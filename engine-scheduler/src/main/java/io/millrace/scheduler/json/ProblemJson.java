// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.scheduler.model.Constraints;
import io.millrace.scheduler.model.Edge;
import io.millrace.scheduler.model.ErrorText;
import io.millrace.scheduler.model.InvalidProblemException;
import io.millrace.scheduler.model.Node;
import io.millrace.scheduler.model.Objective;
import io.millrace.scheduler.model.Placement;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.RegionRtt;
import io.millrace.scheduler.model.Task;
import io.millrace.scheduler.model.TopologySpec;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads and writes a {@link Problem} as {@code tsched-1} JSON, strictly: anything that the format does not know is an
 * error of one line. The module's README describes the format.
 */
public final class ProblemJson {
    public static final String FORMAT = "tsched-1";

    private static final Set<String> REQUIRED =
            Set.of("format", "name", "objective", "balance_eps", "topologies", "nodes", "tasks", "edges");
    private static final Set<String> OPTIONAL = Set.of("family", "seed", "note", "rtt_ms", "prev");
    private static final Set<String> TOPOLOGY = Set.of("id", "workers");
    private static final Set<String> NODE = Set.of("id", "capacity", "slots", "region", "target", "limit");
    private static final Set<String> RTT = Set.of("regions", "matrix");
    private static final Set<String> TASK = Set.of("id", "topo", "comp", "weight");
    private static final Set<String> TASK_OPTIONAL = Set.of("pin", "regions", "forbid", "spread");

    private ProblemJson() {}

    /** @throws InvalidProblemException if the text is not a consistent {@code tsched-1} problem */
    public static Problem read(String json) {
        return read(new StringReader(json));
    }

    /**
     * Reads to the end and leaves the reader open.
     *
     * @throws InvalidProblemException if the text is not a consistent {@code tsched-1} problem
     * @throws java.io.UncheckedIOException if the reader fails
     */
    public static Problem read(Reader json) {
        JsonValue root = JsonValue.parse("problem", json);
        requireFormat(root, FORMAT);
        root.object(REQUIRED, OPTIONAL);
        return new Problem(
                new Problem.Label(
                        root.get("name").string(),
                        root.has("family") ? root.get("family").string() : "",
                        root.has("seed") ? root.get("seed").integer() : 0,
                        root.has("note") ? root.get("note").string() : ""),
                new Problem.Goal(
                        objective(root.get("objective")),
                        root.get("balance_eps").number()),
                root.get("topologies").array().stream()
                        .map(ProblemJson::topology)
                        .toList(),
                new Problem.Machines(
                        root.get("nodes").array().stream()
                                .map(ProblemJson::node)
                                .toList(),
                        root.has("rtt_ms") ? Optional.of(rtt(root.get("rtt_ms"))) : Optional.empty()),
                root.get("tasks").array().stream().map(ProblemJson::task).toList(),
                root.get("edges").array().stream().map(ProblemJson::edge).toList(),
                root.has("prev") ? previous(root.get("prev")) : List.of());
    }

    public static String write(Problem problem) {
        ObjectNode json = JsonWriter.object()
                .put("format", FORMAT)
                .put("name", problem.name())
                .put("family", problem.label().family())
                .put("seed", problem.label().seed())
                .put("note", problem.label().note())
                .put("objective", problem.objective().key())
                .put("balance_eps", problem.balanceEps());
        json.set(
                "topologies",
                JsonWriter.array(
                        problem.topologies(),
                        topology -> JsonWriter.object().put("id", topology.id()).put("workers", topology.workers())));
        json.set("rtt_ms", problem.rtt().map(ProblemJson::tree).orElse(null));
        json.set("prev", problem.previous().isEmpty() ? null : JsonWriter.array(problem.previous(), ProblemJson::tree));
        json.set("nodes", JsonWriter.array(problem.nodes(), ProblemJson::tree));
        json.set("tasks", JsonWriter.array(problem.tasks(), ProblemJson::tree));
        json.set(
                "edges",
                JsonWriter.array(
                        problem.edges(),
                        edge -> JsonNodeFactory.instance
                                .arrayNode()
                                .add(edge.from())
                                .add(edge.to())
                                .add(edge.traffic())));
        return JsonWriter.toString(json);
    }

    /** Throws for another format before its keys are checked, because errors about keys would mislead. */
    static void requireFormat(JsonValue root, String format) {
        if (root.has("format") && !root.get("format").string().equals(format)) {
            throw new InvalidProblemException(root.path() + ".format is "
                    + ErrorText.quote(root.get("format").string()) + ", must be " + ErrorText.quote(format));
        }
    }

    static Placement placement(JsonValue json) {
        List<JsonValue> pair = json.tuple(2, "[node id, slot]");
        String node = pair.get(0).string();
        int slot = pair.get(1).smallInteger();
        return json.located(() -> new Placement(node, slot));
    }

    private static Objective objective(JsonValue json) {
        String key = json.string();
        return Arrays.stream(Objective.values())
                .filter(objective -> objective.key().equals(key))
                .findFirst()
                .orElseThrow(() -> json.wrongType("\"cut\" or \"latency\""));
    }

    private static TopologySpec topology(JsonValue json) {
        json.object(TOPOLOGY, Set.of());
        String id = json.get("id").string();
        int workers = json.get("workers").smallInteger();
        return json.located(() -> new TopologySpec(id, workers));
    }

    private static Node node(JsonValue json) {
        json.object(NODE, Set.of());
        String id = json.get("id").string();
        long capacity = json.get("capacity").integer();
        int slots = json.get("slots").smallInteger();
        String region = json.get("region").string();
        double target = json.get("target").number();
        long limit = json.get("limit").integer();
        return json.located(() -> new Node(id, capacity, slots, region, target, limit));
    }

    private static RegionRtt rtt(JsonValue json) {
        json.object(RTT, Set.of());
        List<String> regions = json.get("regions").strings();
        List<List<Double>> matrix = json.get("matrix").array().stream()
                .map(row -> row.array().stream().map(JsonValue::number).toList())
                .toList();
        return new RegionRtt(regions, matrix);
    }

    private static Task task(JsonValue json) {
        json.object(TASK, TASK_OPTIONAL);
        int id = json.get("id").smallInteger();
        String topology = json.get("topo").string();
        String component = json.get("comp").string();
        long weight = json.get("weight").integer();
        Constraints constraints = new Constraints(
                json.has("pin") ? Optional.of(json.get("pin").string()) : Optional.empty(),
                json.has("regions") ? regions(json.get("regions")) : List.of(),
                json.has("forbid") ? json.get("forbid").strings() : List.of(),
                json.has("spread") ? Optional.of(json.get("spread").string()) : Optional.empty());
        return json.located(() -> new Task(
                id,
                topology,
                component,
                weight,
                constraints.equals(Constraints.NONE) ? Constraints.NONE : constraints));
    }

    /** Left out, no region is excluded. An empty list is an error, because it would exclude every region. */
    private static List<String> regions(JsonValue json) {
        List<String> regions = json.strings();
        if (regions.isEmpty()) {
            throw json.wrongType("a list of at least one region: leave the key out to allow them all");
        }
        return regions;
    }

    private static Edge edge(JsonValue json) {
        List<JsonValue> triple = json.tuple(3, "[from task, to task, traffic]");
        int from = triple.get(0).smallInteger();
        int to = triple.get(1).smallInteger();
        long traffic = triple.get(2).integer();
        return json.located(() -> new Edge(from, to, traffic));
    }

    private static List<Placement> previous(JsonValue json) {
        List<Placement> placements = new ArrayList<>();
        for (JsonValue entry : json.array()) {
            placements.add(entry.isNull() ? null : placement(entry));
        }
        return placements;
    }

    private static JsonNode tree(RegionRtt rtt) {
        ObjectNode json = JsonWriter.object();
        json.set("regions", JsonWriter.strings(rtt.regions()));
        json.set("matrix", JsonWriter.array(rtt.millis(), row -> JsonWriter.array(row, JsonWriter::number)));
        return json;
    }

    /** @param placement null for a task that does not run */
    public static JsonNode tree(Placement placement) {
        return placement == null
                ? NullNode.instance
                : JsonNodeFactory.instance.arrayNode().add(placement.node()).add(placement.slot());
    }

    private static JsonNode tree(Node node) {
        ObjectNode json = JsonWriter.object()
                .put("id", node.id())
                .put("capacity", node.capacity())
                .put("slots", node.slots())
                .put("region", node.region());
        json.set("target", JsonWriter.number(node.target()));
        return json.put("limit", node.limit());
    }

    private static JsonNode tree(Task task) {
        ObjectNode json = JsonWriter.object()
                .put("id", task.id())
                .put("topo", task.topology())
                .put("comp", task.component())
                .put("weight", task.weight());
        Constraints constraints = task.constraints();
        constraints.pin().ifPresent(node -> json.put("pin", node));
        if (!constraints.regions().isEmpty()) {
            json.set("regions", JsonWriter.strings(constraints.regions()));
        }
        if (!constraints.forbidden().isEmpty()) {
            json.set("forbid", JsonWriter.strings(constraints.forbidden()));
        }
        constraints.spread().ifPresent(group -> json.put("spread", group));
        return json;
    }
}
