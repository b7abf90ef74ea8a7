package io.millrace.scheduler.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.scheduler.evaluate.Evaluation;
import io.millrace.scheduler.evaluate.NodeLoad;
import io.millrace.scheduler.evaluate.Violation;
import io.millrace.scheduler.explain.Decision.Reason;
import io.millrace.scheduler.json.JsonWriter;
import io.millrace.scheduler.json.ProblemJson;
import io.millrace.scheduler.model.Placement;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** Writes an {@link Explanation} as {@code tsched-explanation-1} JSON. */
final class ExplanationJson {
    private static final String FORMAT = "tsched-explanation-1";

    private ExplanationJson() {}

    static String of(Explanation explanation) {
        return JsonWriter.toString(json -> write(explanation, json));
    }

    private static void write(Explanation explanation, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("format", FORMAT);
        json.writeStringField("instance", explanation.problem().name());
        json.writeStringField("algorithm", explanation.algorithm());
        json.writeNumberField("seed", explanation.seed());
        json.writeFieldName("before");
        if (explanation.before().isPresent()) {
            figures(explanation.before().get(), json);
        } else {
            json.writeNull();
        }
        json.writeFieldName("after");
        figures(explanation.after(), json);
        json.writeArrayFieldStart("assignment");
        for (Placement placement : explanation.assignment().placements()) {
            ProblemJson.write(placement, json);
        }
        json.writeEndArray();
        writeReasons(explanation, json);
        json.writeEndObject();
    }

    /** How many tasks each reason has, then every task that ran before and changes. */
    private static void writeReasons(Explanation explanation, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("reasons");
        for (Map.Entry<Reason, Integer> count : explanation.reasons().entrySet()) {
            json.writeNumberField(lower(count.getKey()), count.getValue());
        }
        json.writeEndObject();
        json.writeArrayFieldStart("moves");
        for (Decision decision : explanation.moves()) {
            json.writeStartObject();
            json.writeNumberField("task", decision.task());
            json.writeFieldName("from");
            ProblemJson.write(decision.before().orElseThrow(), json);
            json.writeFieldName("to");
            ProblemJson.write(decision.after(), json);
            json.writeStringField("reason", lower(decision.reason()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void figures(Evaluation figures, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("objective", figures.objective().key());
        number(json, "cost", figures.cost());
        json.writeNumberField("total_traffic", figures.totalTraffic());
        json.writeNumberField("cut_traffic", figures.cutTraffic());
        number(json, "cut_share", figures.cutShare());
        number(json, "hop_cost", figures.hopCost());
        number(json, "mean_hop_us", figures.meanHopMicros());
        number(json, "worker_share", figures.workerShare());
        number(json, "cpu_imbalance", figures.cpuImbalance());
        number(json, "slot_imbalance", figures.slotImbalance());
        number(json, "worker_imbalance", figures.workerImbalance());
        json.writeBooleanField("balanced", figures.isBalanced());
        json.writeNumberField("workers_used", figures.workersUsed());
        json.writeNumberField("nodes_used", figures.nodesUsed());
        json.writeNumberField("tasks_moved", figures.movedTasks());
        json.writeNumberField("tasks_started", figures.startedTasks());
        json.writeArrayFieldStart("nodes");
        for (NodeLoad load : figures.nodes()) {
            json.writeStartObject();
            json.writeStringField("id", load.node().id());
            json.writeNumberField("load", load.load());
            json.writeNumberField("tasks", load.tasks());
            json.writeNumberField("workers", load.workers());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("violations");
        for (Violation violation : figures.violations()) {
            json.writeStartObject();
            json.writeStringField("rule", lower(violation.rule()));
            json.writeStringField("message", violation.message());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void number(JsonGenerator json, String key, double value) throws IOException {
        json.writeFieldName(key);
        JsonWriter.number(json, value);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
