// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The bounds of the numbers of engines of components, as {@link TopologyKeys#ENGINE_BOUNDS} lists them: {@code
 * COMPONENT=MIN..MAX}. Immutable.
 */
public final class EngineBounds {

    /** The most engines of a task. */
    public static final int MOST = 1_024;

    static final String RULE = "MIN..MAX, of 1 to 1024";

    public static final EngineBounds NONE = new EngineBounds(Map.of());

    private final Map<String, Range> byComponent;

    private EngineBounds(Map<String, Range> byComponent) {
        this.byComponent = Collections.unmodifiableMap(byComponent);
    }

    /**
     * The bounds of one component.
     *
     * @param min the least number of engines of each task, 1 to {@link #MOST}
     * @param max the greatest number of engines of each task, {@code min} to {@link #MOST}
     */
    public record Range(int min, int max) {

        public Range {
            if (min < 1 || max < min || max > MOST) {
                throw new IllegalArgumentException(
                        min + ".." + max + " engines: give " + RULE + ", and a maximum that is not below the minimum");
            }
        }

        /** Reads {@code MIN..MAX}, or one number for both. Throws {@link IllegalArgumentException} with the mistake. */
        public static Range read(String text) {
            int dots = text.indexOf("..");
            try {
                int min = number(dots < 0 ? text : text.substring(0, dots));
                return new Range(min, dots < 0 ? min : number(text.substring(dots + 2)));
            } catch (Units.NotDecimalException | ArithmeticException | NumberFormatException e) {
                throw new IllegalArgumentException("'" + text + "' engines: give " + RULE + ", such as 2..8", e);
            }
        }

        private static int number(String text) {
            return Math.toIntExact(Units.parseDecimal(text.strip()));
        }

        /** Returns the text that {@link #read} takes. */
        @Override
        public String toString() {
            return min + ".." + max;
        }
    }

    /** Reads the bounds of a topology's settings. */
    public static EngineBounds of(Config config) {
        return read(config.get(TopologyKeys.ENGINE_BOUNDS));
    }

    /** Reads the text of the key. Throws {@link IllegalArgumentException} with the mistake. */
    public static EngineBounds read(String text) {
        Map<String, Range> byComponent = new LinkedHashMap<>();
        if (!text.isBlank()) {
            for (String entry : text.split(",", -1)) {
                int equals = entry.lastIndexOf('=');
                if (equals < 0) {
                    throw new IllegalArgumentException(
                            "'" + entry.strip() + "': give COMPONENT=MIN..MAX, such as analyse=2..8");
                }
                byComponent.put(
                        entry.substring(0, equals).strip(),
                        Range.read(entry.substring(equals + 1).strip()));
            }
        }
        return new EngineBounds(byComponent);
    }

    static boolean areBounds(String text) {
        read(text);
        return true;
    }

    static boolean isRange(String text) {
        Range.read(text);
        return true;
    }

    /** Returns the bounds of a component, if it is listed. */
    public Optional<Range> of(String component) {
        return Optional.ofNullable(byComponent.get(component));
    }

    /** Returns the text of bounds in which those of some components are replaced. */
    static String changed(String now, String change) {
        Map<String, Range> next = new LinkedHashMap<>(read(now).byComponent);
        next.putAll(read(change).byComponent);
        return new EngineBounds(next).toString();
    }

    /** Returns the components that are listed. */
    public Set<String> components() {
        return byComponent.keySet();
    }

    /** Whether a component can be listed. */
    public static boolean isName(String component) {
        return !component.contains(",") && !component.contains("=");
    }

    /** Returns the text that {@link #read} takes. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        byComponent.forEach((component, range) -> text.add(component + "=" + range));
        return text.toString();
    }
}
