package io.millrace.runtime.meters;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Prometheus's text format, and refuses malformed text: an untyped name, a series twice, an unknown form of
 * line.
 */
public final class ExpositionText {

    private static final Pattern SAMPLE = Pattern.compile(
            "([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{([a-z_]+=\"[^\"\\\\]*\",?)+\\})? (NaN|[+-]?Inf|-?[0-9.]+(E-?[0-9]+)?)");

    private final Map<String, String> types = new LinkedHashMap<>();
    private final Map<String, Double> samples = new LinkedHashMap<>();

    private ExpositionText() {}

    public static ExpositionText of(String text) {
        ExpositionText exposition = new ExpositionText();
        text.lines().forEach(exposition::line);
        return exposition;
    }

    private void line(String line) {
        if (line.startsWith("# HELP ")) {
            return;
        }
        if (line.startsWith("# TYPE ")) {
            String[] words = line.split(" ");
            if (words.length != 4 || types.put(words[2], words[3]) != null) {
                throw new IllegalArgumentException("typed twice or badly: " + line);
            }
            return;
        }
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
            throw new IllegalArgumentException("not a sample: " + line);
        }
        String name = sample.group(1);
        if (!types.containsKey(name) && !types.containsKey(name.replaceAll("_(count|sum)$", ""))) {
            throw new IllegalArgumentException("no type before: " + line);
        }
        String series = line.substring(0, sample.start(4) - 1).replace(",}", "}");
        if (samples.put(series, number(sample.group(4))) != null) {
            throw new IllegalArgumentException("twice: " + line);
        }
    }

    private static double number(String text) {
        return text.equals("NaN") ? Double.NaN : Double.parseDouble(text.replace("Inf", "Infinity"));
    }

    /** The types by name. */
    public Map<String, String> types() {
        return types;
    }

    /** The samples by name and labels, as written. */
    public Map<String, Double> samples() {
        return samples;
    }
}
