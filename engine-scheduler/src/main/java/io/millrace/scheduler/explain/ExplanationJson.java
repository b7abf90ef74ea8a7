// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.json.JsonWriter;
import io.millrace.scheduler.json.ProblemJson;
import java.util.Locale;

/** Writes an {@link Explanation} as {@code tsched-explanation-1} JSON. */
final class ExplanationJson {
    private static final String FORMAT = "tsched-explanation-1";

    private ExplanationJson() {}

    static String of(Explanation explanation) {
        ObjectNode json = JsonWriter.object()
                .put("format", FORMAT)
                .put("instance", explanation.problem().name())
                .put("algorithm", explanation.algorithm())
                .put("seed", explanation.seed());
        json.set("before", explanation.before().map(ExplanationJson::figures).orElse(null));
        json.set("after", figures(explanation.after()));
        json.set("assignment", JsonWriter.array(explanation.assignment().placements(), ProblemJson::tree));
        ObjectNode reasons = json.putObject("reasons");
        explanation.reasons().forEach((reason, count) -> reasons.put(lower(reason), count));
        json.set("moves", JsonWriter.array(explanation.moves(), ExplanationJson::move));
        return JsonWriter.toString(json);
    }

    /** Of a task that ran before and changes. */
    private static JsonNode move(Decision decision) {
        ObjectNode json = JsonWriter.object().put("task", decision.task());
        json.set("from", ProblemJson.tree(decision.before().orElseThrow()));
        json.set("to", ProblemJson.tree(decision.after()));
        return json.put("reason", lower(decision.reason()));
    }

    private static JsonNode figures(Evaluation figures) {
        ObjectNode json =
                JsonWriter.object().put("objective", figures.objective().key());
        json.set("cost", JsonWriter.number(figures.cost()));
        json.put("total_traffic", figures.traffic().total());
        json.put("cut_traffic", figures.traffic().cut());
        json.set("cut_share", JsonWriter.number(figures.cutShare()));
        json.set("hop_cost", JsonWriter.number(figures.hopCost()));
        json.set("mean_hop_us", JsonWriter.number(figures.meanHopMicros()));
        json.set("worker_share", JsonWriter.number(figures.workerShare()));
        json.set("cpu_imbalance", JsonWriter.number(figures.cpuImbalance()));
        json.set("slot_imbalance", JsonWriter.number(figures.slotImbalance()));
        json.set("worker_imbalance", JsonWriter.number(figures.workerImbalance()));
        json.put("balanced", figures.isBalanced());
        json.put("workers_used", figures.workersUsed());
        json.put("nodes_used", figures.nodesUsed());
        json.put("tasks_moved", figures.movedTasks());
        json.put("tasks_started", figures.startedTasks());
        json.set(
                "nodes",
                JsonWriter.array(
                        figures.nodes(),
                        load -> JsonWriter.object()
                                .put("id", load.node().id())
                                .put("load", load.load())
                                .put("tasks", load.tasks())
                                .put("workers", load.workers())));
        json.set(
                "violations",
                JsonWriter.array(
                        figures.violations(),
                        violation -> JsonWriter.object()
                                .put("rule", lower(violation.rule()))
                                .put("message", violation.message())));
        return json;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
