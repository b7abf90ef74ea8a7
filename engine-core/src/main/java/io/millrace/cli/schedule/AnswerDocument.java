package io.millrace.cli.schedule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.scheduler.explain.Explanation;
import io.millrace.scheduler.json.AssignmentJson;

/** A {@code tsched-answer-1} document that carries its explanation, so that it can be given as the running assignment later. */
public final class AnswerDocument {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private AnswerDocument() {}

    /** For {@link io.millrace.cli.terminal.Json}. */
    public static Object of(Explanation explanation) {
        try {
            ObjectNode answer = (ObjectNode) MAPPER.readTree(AssignmentJson.write(explanation.assignment()));
            ObjectNode reasons = (ObjectNode) MAPPER.readTree(explanation.toJson());
            reasons.remove(answer.properties().stream()
                    .map(property -> property.getKey())
                    .filter(key -> !key.equals("format"))
                    .toList());
            return answer.set("explanation", reasons);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the scheduler has written what is not JSON", e);
        }
    }
}
