// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.api.error.Nearest;
import io.millrace.cluster.model.AskAnswer;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.runtime.json.Json;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of requests and answers as JSON. Only built-in types have a form. */
final class AskedValues {

    private AskedValues() {}

    /**
     * Reads the values of a request: an array in the order of the fields, or an object by their names.
     *
     * @throws ClusterException if the values do not fit the fields
     */
    static Object[] read(byte[] json, String function, Fields fields) {
        if (json.length == 0) {
            throw refuse("the body is empty: send a JSON array with " + asked(function, fields));
        }
        Object tree = Json.tree(json, "the request");
        List<?> values;
        if (tree instanceof List<?> list) {
            values = list;
        } else if (tree instanceof Map<?, ?> map) {
            values = inOrder(map, function, fields);
        } else {
            throw refuse(
                    "the request is neither a JSON array nor an object: send an array with " + asked(function, fields));
        }
        if (values.size() != fields.size()) {
            throw refuse(values.size() + " values were given: send " + asked(function, fields));
        }
        values.forEach(AskedValues::refuseTooLarge);
        return values.toArray();
    }

    private static List<Object> inOrder(Map<?, ?> byName, String function, Fields fields) {
        for (Object name : byName.keySet()) {
            if (!fields.names().contains(name)) {
                String near = Nearest.ofAll((String) name, fields.names())
                        .map(nearest -> "did you mean '" + nearest + "'?")
                        .orElse("it has none");
                throw refuse("'" + function + "' has no field '" + name + "': " + near);
            }
        }
        List<Object> values = new ArrayList<>();
        for (String name : fields.names()) {
            if (!byName.containsKey(name)) {
                throw refuse("the field '" + name + "' is missing: send " + asked(function, fields));
            }
            values.add(byName.get(name));
        }
        return values;
    }

    private static void refuseTooLarge(Object value) {
        if (value instanceof BigInteger) {
            throw refuse(value + " does not fit in 64 bits: send it as text");
        } else if (value instanceof List<?> list) {
            list.forEach(AskedValues::refuseTooLarge);
        } else if (value instanceof Map<?, ?> map) {
            map.values().forEach(AskedValues::refuseTooLarge);
        }
    }

    /** Returns the values that a function takes, in words. */
    private static String asked(String function, Fields fields) {
        return "one value for each of the fields " + fields.names() + " of '" + function + "'";
    }

    static AskAnswer answer(Tuple answer) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < answer.size(); i++) {
            values.put(answer.fields().names().get(i), json(answer.get(i)));
        }
        return new AskAnswer(answer.sourceComponent(), answer.sourceTask(), values);
    }

    /** Returns a value in those types that {@link Json} writes. */
    static Object json(Object value) {
        if (value instanceof Byte || value instanceof Short) {
            return ((Number) value).longValue();
        }
        if (value instanceof Float number) {
            // The number is parsed from its text, so that 0.1f is 0.1
            return Double.valueOf(number.toString());
        }
        if (value instanceof Character) {
            return value.toString();
        }
        if (value instanceof List<?> list) {
            return list.stream().map(AskedValues::json).collect(ArrayList::new, List::add, List::addAll);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((key, each) -> copy.put(String.valueOf(key), json(each)));
            return copy;
        }
        return value;
    }

    private static ClusterException refuse(String message) {
        return new ClusterException(Reason.REFUSED, message);
    }
}
