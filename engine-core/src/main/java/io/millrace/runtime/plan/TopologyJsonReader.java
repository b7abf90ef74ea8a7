package io.millrace.runtime.plan;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.millrace.api.ComponentSpec;
import io.millrace.api.Fields;
import io.millrace.api.Grouping;
import io.millrace.api.StreamSpec;
import io.millrace.api.Subscription;
import io.millrace.api.Topology;
import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads one topology, strictly: unknown, missing and repeated names, wrong types and dangling references are refused with
 * the path at which they stand.
 */
final class TopologyJsonReader {

    /** Far above what runs, and low enough for lists of all tasks. */
    private static final int MAX_TASKS = 1 << 20;

    private final JsonParser json;

    /** Where the reader stands, for messages. */
    private String path = "topology";

    TopologyJsonReader(JsonParser json) {
        this.json = json;
    }

    /** What reads the value of one name. */
    private interface Reader {
        void read() throws IOException;
    }

    private static final class Holder<T> {
        private T value;
    }

    Topology read() throws IOException {
        json.nextToken();
        Holder<Integer> format = new Holder<>();
        List<ComponentSpec> components = new ArrayList<>();
        object(Map.of(
                "format", () -> format.value = integer(TopologyJson.FORMAT, TopologyJson.FORMAT),
                "components", () -> array(index -> components.add(component()))));
        if (json.nextToken() != null) {
            throw refuse("has text behind its end");
        }
        checkReferences(components);
        return new Topology(components);
    }

    private ComponentSpec component() throws IOException {
        Holder<String> id = new Holder<>();
        Holder<ComponentSpec.Kind> kind = new Holder<>();
        Holder<Integer> parallelism = new Holder<>();
        Holder<Integer> tasks = new Holder<>();
        Holder<Boolean> blocking = new Holder<>();
        Holder<Long> tickNanos = new Holder<>();
        Map<String, String> settings = new TreeMap<>();
        List<StreamSpec> outputs = new ArrayList<>();
        List<Subscription> inputs = new ArrayList<>();
        Holder<byte[]> template = new Holder<>();
        object(Map.of(
                "id", () -> id.value = text(),
                "kind", () -> kind.value = kind(),
                "parallelism", () -> parallelism.value = integer(1, Integer.MAX_VALUE),
                "tasks", () -> tasks.value = integer(1, Integer.MAX_VALUE),
                "blocking", () -> blocking.value = flag(),
                "tickNanos", () -> tickNanos.value = number(0, Long.MAX_VALUE),
                "settings", () -> settings(settings),
                "outputs", () -> array(index -> outputs.add(output())),
                "inputs", () -> array(index -> inputs.add(input())),
                "template", () -> template.value = bytes()));
        return new ComponentSpec(
                id.value,
                kind.value,
                parallelism.value,
                tasks.value,
                blocking.value,
                tickNanos.value,
                settings,
                outputs,
                inputs,
                template.value);
    }

    private ComponentSpec.Kind kind() throws IOException {
        String name = text();
        for (ComponentSpec.Kind kind : ComponentSpec.Kind.values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
                return kind;
            }
        }
        throw refuse("is '" + name + "', which is no kind of component");
    }

    private StreamSpec output() throws IOException {
        Holder<String> stream = new Holder<>();
        Holder<Fields> fields = new Holder<>();
        Holder<Boolean> direct = new Holder<>();
        Holder<Double> selectivity = new Holder<>();
        selectivity.value = StreamSpec.UNKNOWN_SELECTIVITY;
        object(
                Map.of(
                        "stream", () -> stream.value = text(),
                        "fields", () -> fields.value = fields(),
                        "direct", () -> direct.value = flag()),
                Map.of("selectivity", () -> selectivity.value = decimal()));
        return new StreamSpec(stream.value, fields.value, direct.value, selectivity.value);
    }

    private Subscription input() throws IOException {
        Holder<String> source = new Holder<>();
        Holder<String> stream = new Holder<>();
        Holder<String> grouping = new Holder<>();
        Holder<Fields> fields = new Holder<>();
        Holder<byte[]> rule = new Holder<>();
        Map<String, Reader> optional =
                Map.of("fields", () -> fields.value = fields(), "rule", () -> rule.value = bytes());
        object(
                Map.of(
                        "source", () -> source.value = text(),
                        "stream", () -> stream.value = text(),
                        "grouping", () -> grouping.value = text()),
                optional);
        return new Subscription(source.value, stream.value, grouping(grouping.value, fields.value, rule.value));
    }

    private Grouping grouping(String name, Fields fields, byte[] rule) {
        boolean wantsFields = name.equals(GroupingNames.FIELDS) || name.equals(GroupingNames.PARTIAL_KEY);
        boolean wantsRule = name.equals(GroupingNames.CUSTOM);
        if (wantsFields != (fields != null) || wantsRule != (rule != null)) {
            throw refuse("has a " + name + " grouping " + (wantsFields ? "without" : wantsRule ? "without" : "with")
                    + " 'fields' or 'rule'");
        }
        return switch (name) {
            case GroupingNames.SHUFFLE -> new Grouping.Shuffle();
            case GroupingNames.LOCAL_OR_SHUFFLE -> new Grouping.LocalOrShuffle();
            case GroupingNames.FIELDS -> new Grouping.ByFields(fields);
            case GroupingNames.PARTIAL_KEY -> new Grouping.PartialKey(fields);
            case GroupingNames.ALL -> new Grouping.All();
            case GroupingNames.GLOBAL -> new Grouping.Global();
            case GroupingNames.DIRECT -> new Grouping.Direct();
            case GroupingNames.CUSTOM -> new Grouping.Custom(rule);
            default -> throw refuse("has an unknown grouping '" + name + "'");
        };
    }

    private Fields fields() throws IOException {
        List<String> names = new ArrayList<>();
        array(index -> names.add(text()));
        try {
            return new Fields(names);
        } catch (IllegalArgumentException e) {
            throw refuse("is wrong: " + e.getMessage());
        }
    }

    private void settings(Map<String, String> settings) throws IOException {
        expect(JsonToken.START_OBJECT, "an object");
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            settings.put(key, text());
        }
    }

    private void object(Map<String, Reader> required) throws IOException {
        object(required, Map.of());
    }

    private void object(Map<String, Reader> required, Map<String, Reader> optional) throws IOException {
        expect(JsonToken.START_OBJECT, "an object");
        String outer = path;
        Set<String> missing = new HashSet<>(required.keySet());
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            Reader reader = required.getOrDefault(name, optional.get(name));
            if (reader == null) {
                throw refuse("has an unknown name '" + name + "'");
            }
            missing.remove(name);
            json.nextToken();
            path = outer + "." + name;
            reader.read();
            path = outer;
        }
        if (!missing.isEmpty()) {
            throw refuse("lacks '" + missing.stream().sorted().findFirst().orElseThrow() + "'");
        }
    }

    /** What reads one element. */
    private interface ElementReader {
        void read(int index) throws IOException;
    }

    private void array(ElementReader reader) throws IOException {
        expect(JsonToken.START_ARRAY, "an array");
        String outer = path;
        for (int index = 0; json.nextToken() != JsonToken.END_ARRAY; index++) {
            path = outer + "[" + index + "]";
            reader.read(index);
        }
        path = outer;
    }

    private String text() throws IOException {
        expect(JsonToken.VALUE_STRING, "a string");
        return json.getText();
    }

    private boolean flag() throws IOException {
        if (json.currentToken() != JsonToken.VALUE_TRUE) {
            expect(JsonToken.VALUE_FALSE, "true or false");
        }
        return json.currentToken() == JsonToken.VALUE_TRUE;
    }

    private int integer(int min, int max) throws IOException {
        return (int) number(min, max);
    }

    private long number(long min, long max) throws IOException {
        expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
        if (json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                || json.getLongValue() < min
                || json.getLongValue() > max) {
            throw refuse("is " + json.getText() + ": it takes " + min + " to " + max);
        }
        return json.getLongValue();
    }

    /** Not below 0. */
    private double decimal() throws IOException {
        if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            expect(JsonToken.VALUE_NUMBER_FLOAT, "a number");
        }
        double value = json.getDoubleValue();
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw refuse("is " + json.getText() + ": it takes 0 or more");
        }
        return value;
    }

    private byte[] bytes() throws IOException {
        expect(JsonToken.VALUE_STRING, "a string");
        return json.getBinaryValue();
    }

    private void expect(JsonToken token, String what) {
        if (json.currentToken() != token) {
            throw refuse("is not " + what);
        }
    }

    private void checkReferences(List<ComponentSpec> components) {
        Map<String, ComponentSpec> known = new TreeMap<>();
        long tasks = 0;
        for (ComponentSpec component : components) {
            if (known.put(component.id(), component) != null) {
                throw refuse("has two components '" + component.id() + "'");
            }
            tasks += component.tasks();
        }
        if (tasks > MAX_TASKS) {
            throw refuse("has " + tasks + " tasks: it may have " + MAX_TASKS);
        }
        for (ComponentSpec component : components) {
            for (Subscription input : component.inputs()) {
                ComponentSpec source = known.get(input.source());
                StreamSpec stream = source == null ? null : stream(source, input.stream());
                if (stream == null) {
                    throw refuse("has a component '" + component.id() + "' that listens to '" + input.source() + "."
                            + input.stream() + "', which does not exist");
                }
                for (String field : keyOf(input.grouping())) {
                    if (stream.fields().indexOf(field) < 0) {
                        throw refuse("has a component '" + component.id() + "' that groups by '" + field + "', which '"
                                + input.source() + "." + input.stream() + "' does not have");
                    }
                }
            }
        }
    }

    private static StreamSpec stream(ComponentSpec source, String name) {
        return source.outputs().stream()
                .filter(output -> output.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static List<String> keyOf(Grouping grouping) {
        if (grouping instanceof Grouping.ByFields by) {
            return by.fields().names();
        }
        return grouping instanceof Grouping.PartialKey by ? by.fields().names() : List.of();
    }

    private TopologyException refuse(String what) {
        return new TopologyException(path + " " + what);
    }
}
