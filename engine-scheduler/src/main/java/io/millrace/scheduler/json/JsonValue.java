// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.scheduler.model.ErrorText;
import io.millrace.scheduler.model.InvalidProblemException;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * One value of a JSON document with its path, read strictly. A key that is missing, unknown or given twice, or a
 * value of the wrong type, is an {@link InvalidProblemException} that names the path.
 */
record JsonValue(String path, JsonNode value) {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Reads to the end and leaves the reader open. */
    static JsonValue parse(String what, Reader reader) {
        JsonNode root;
        try {
            root = MAPPER.readTree(reader);
        } catch (JsonProcessingException e) {
            String where = e.getLocation() == null
                    ? ""
                    : " at line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr();
            String reason = String.valueOf(e.getOriginalMessage())
                    .replaceAll("Source: .*?; (?=line:)", "")
                    .lines()
                    .findFirst()
                    .orElse("unreadable");
            throw new InvalidProblemException(
                    what + " is not well-formed JSON" + where + ": " + reason + ": correct the text there", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (root == null || root.isMissingNode()) {
            throw new InvalidProblemException(what + " is empty: expected a JSON object");
        }
        return new JsonValue(what, root);
    }

    /** Throws unless the value is an object with these keys and no others. */
    JsonValue object(Set<String> required, Set<String> optional) {
        if (!value.isObject()) {
            throw wrongType("an object");
        }
        Set<String> known = new TreeSet<>(required);
        known.addAll(optional);
        value.fieldNames().forEachRemaining(key -> {
            if (!known.contains(key)) {
                throw new InvalidProblemException(
                        path + ": unknown key " + ErrorText.quote(key) + ": " + ErrorText.suggestion(key, known));
            }
        });
        for (String key : required) {
            if (!value.has(key)) {
                throw new InvalidProblemException(path + ": key " + ErrorText.quote(key) + " is missing: add it");
            }
        }
        return this;
    }

    boolean has(String key) {
        return value.hasNonNull(key);
    }

    JsonValue get(String key) {
        return new JsonValue(path + "." + key, value.get(key));
    }

    boolean isNull() {
        return value.isNull();
    }

    List<JsonValue> array() {
        if (!value.isArray()) {
            throw wrongType("an array");
        }
        List<JsonValue> items = new ArrayList<>(value.size());
        for (int i = 0; i < value.size(); i++) {
            items.add(new JsonValue(path + "[" + i + "]", value.get(i)));
        }
        return items;
    }

    /** An array of exactly this many items; {@code shape} describes them. */
    List<JsonValue> tuple(int size, String shape) {
        if (!value.isArray() || value.size() != size) {
            throw wrongType(shape);
        }
        return array();
    }

    List<String> strings() {
        return array().stream().map(JsonValue::string).toList();
    }

    String string() {
        if (!value.isTextual()) {
            throw wrongType("a string");
        }
        return value.textValue();
    }

    /** An integer; 40.0 is one. */
    long integer() {
        boolean integral = value.isIntegralNumber() || (value.isNumber() && isWhole(value.doubleValue()));
        if (!integral) {
            throw wrongType("an integer");
        }
        if (!value.canConvertToLong()) {
            throw new InvalidProblemException(
                    path + " is " + shown() + ", which is beyond 64 bits: use a smaller unit");
        }
        return value.longValue();
    }

    int smallInteger() {
        long number = integer();
        if (number != (int) number) {
            throw new InvalidProblemException(
                    path + " is " + number + ", must be " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    double number() {
        if (!value.isNumber()) {
            throw wrongType("a number");
        }
        return value.doubleValue();
    }

    /** Runs a constructor and puts this path before the message if it throws. */
    <T> T located(Supplier<T> constructor) {
        try {
            return constructor.get();
        } catch (InvalidProblemException e) {
            throw new InvalidProblemException(path + ": " + e.getMessage(), e);
        }
    }

    InvalidProblemException wrongType(String expected) {
        return new InvalidProblemException(path + " is " + shown() + ", must be " + expected);
    }

    private static boolean isWhole(double number) {
        return Math.rint(number) == number && !Double.isInfinite(number);
    }

    private String shown() {
        if (value.isObject()) {
            return "an object";
        }
        if (value.isArray()) {
            return "an array of " + ErrorText.count(value.size(), "item");
        }
        return value.isTextual() ? ErrorText.quote(value.textValue()) : value.asText();
    }
}
