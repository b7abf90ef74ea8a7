// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.schedule;

import io.millrace.runtime.json.Json;
import io.millrace.scheduler.explain.Explanation;
import io.millrace.scheduler.json.AssignmentJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A {@code tsched-answer-1} document with its explanation, which can later be passed as the running assignment. */
public final class AnswerDocument {

    private AnswerDocument() {}

    /** Returns the document in the form that {@link Json} writes. */
    public static Map<?, ?> of(Explanation explanation) {
        Map<Object, Object> answer = new LinkedHashMap<>(tree(AssignmentJson.write(explanation.assignment())));
        Map<Object, Object> reasons = new LinkedHashMap<>(tree(explanation.toJson()));
        reasons.keySet().removeIf(key -> !key.equals("format") && answer.containsKey(key));
        answer.put("explanation", reasons);
        return answer;
    }

    private static Map<?, ?> tree(String json) {
        return (Map<?, ?>) Json.tree(json.getBytes(StandardCharsets.UTF_8), "answer");
    }
}
