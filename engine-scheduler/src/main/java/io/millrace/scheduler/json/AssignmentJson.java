// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.scheduler.model.Assignment;
import io.millrace.scheduler.model.InvalidProblemException;
import java.io.Reader;
import java.io.StringReader;
import java.util.Set;

/**
 * Reads and writes an {@link Assignment} as {@code tsched-answer-1} JSON. {@code Validator} checks whether it is
 * valid for a problem.
 */
public final class AssignmentJson {
    public static final String FORMAT = "tsched-answer-1";

    private static final Set<String> KEYS = Set.of("format", "instance", "assignment");
    /** The keys that people read, and this class does not. */
    private static final Set<String> OPTIONAL = Set.of("explanation");

    private AssignmentJson() {}

    /** @throws InvalidProblemException if the text is not a {@code tsched-answer-1} answer */
    public static Assignment read(String json) {
        return read(new StringReader(json));
    }

    /**
     * Reads to the end and leaves the reader open.
     *
     * @throws InvalidProblemException if the text is not a {@code tsched-answer-1} answer
     * @throws java.io.UncheckedIOException if the reader fails
     */
    public static Assignment read(Reader json) {
        JsonValue root = JsonValue.parse("assignment", json);
        ProblemJson.requireFormat(root, FORMAT);
        root.object(KEYS, OPTIONAL);
        return new Assignment(
                root.get("instance").string(),
                root.get("assignment").array().stream()
                        .map(ProblemJson::placement)
                        .toList());
    }

    public static String write(Assignment assignment) {
        ObjectNode json = JsonWriter.object().put("format", FORMAT).put("instance", assignment.instance());
        json.set("assignment", JsonWriter.array(assignment.placements(), ProblemJson::tree));
        return JsonWriter.toString(json);
    }
}
