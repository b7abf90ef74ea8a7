package io.millrace.api;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Reads and writes numbers with units, exactly. */
final class Units {

    private static final Map<String, Long> BYTES = new LinkedHashMap<>();
    private static final Map<String, Long> NANOS = new LinkedHashMap<>();

    static {
        BYTES.put("GiB", 1L << 30);
        BYTES.put("MiB", 1L << 20);
        BYTES.put("KiB", 1L << 10);
        BYTES.put("B", 1L);
        NANOS.put("h", 3_600_000_000_000L);
        NANOS.put("min", 60_000_000_000L);
        NANOS.put("s", 1_000_000_000L);
        NANOS.put("ms", 1_000_000L);
        NANOS.put("us", 1_000L);
        NANOS.put("ns", 1L);
    }

    private Units() {}

    static long parseBytes(String text) {
        return parse(text, BYTES, "B");
    }

    static long parseNanos(String text) {
        return parse(text, NANOS, null);
    }

    static String bytes(long value) {
        return format(value, BYTES);
    }

    static String duration(Duration value) {
        return format(value.toNanos(), NANOS);
    }

    private static long parse(String text, Map<String, Long> units, String unitIfNone) {
        int digits = 0;
        while (digits < text.length() && Character.isDigit(text.charAt(digits))) {
            digits++;
        }
        String unit = text.substring(digits).strip();
        if (unit.isEmpty() && unitIfNone != null) {
            unit = unitIfNone;
        }
        for (Map.Entry<String, Long> known : units.entrySet()) {
            if (known.getKey().toLowerCase(Locale.ROOT).equals(unit.toLowerCase(Locale.ROOT))) {
                try {
                    return Math.multiplyExact(Long.parseLong(text.substring(0, digits)), known.getValue());
                } catch (ArithmeticException e) {
                    throw new IllegalArgumentException("out of range: " + text, e);
                }
            }
        }
        throw new IllegalArgumentException("unknown unit: " + text);
    }

    private static String format(long value, Map<String, Long> units) {
        String smallest = "";
        for (Map.Entry<String, Long> unit : units.entrySet()) {
            if (value != 0 && value % unit.getValue() == 0) {
                return value / unit.getValue() + " " + unit.getKey();
            }
            smallest = unit.getKey();
        }
        return value + " " + smallest;
    }
}
