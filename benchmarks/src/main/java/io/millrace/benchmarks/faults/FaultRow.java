// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import java.util.List;
import java.util.stream.Stream;

/**
 * What was seen of one fault.
 *
 * @param detectedMillis from the fault until the list said something else; -1 if it did not
 * @param gapMillis the longest time in which a sink took nothing
 * @param normalMillis until all was as before; -1 if it did not become so
 * @param listed what the list said meanwhile
 * @param verdict {@link #KEPT}, or what was not
 */
record FaultRow(
        String fault,
        String promise,
        long detectedMillis,
        long gapMillis,
        long normalMillis,
        long emitted,
        long acked,
        long repeated,
        long lost,
        String listed,
        String notes,
        String verdict) {

    static final String KEPT = "kept";
    static final String SKIPPED = "skipped: ";

    static final String COLUMNS =
            "fault,promise,detected_ms,gap_ms,normal_ms,emitted,acked,repeated,lost,listed,notes,verdict";

    static FaultRow skipped(Fault fault, String why) {
        return withoutFigures(fault, SKIPPED + why);
    }

    /** One that could not be made or followed to its end. */
    static FaultRow failed(Fault fault, String why) {
        return withoutFigures(fault, "not followed to its end: " + why);
    }

    private static FaultRow withoutFigures(Fault fault, String verdict) {
        return new FaultRow(fault.name(), fault.promise(), -1, -1, -1, 0, 0, 0, 0, "", "", verdict);
    }

    boolean isBroken() {
        return !verdict.equals(KEPT) && !verdict.startsWith(SKIPPED);
    }

    /** Whether all that was emitted has arrived and was acked; with exactly-once, has become visible. */
    boolean isWhole() {
        return emitted > 0 && acked == emitted && lost == 0;
    }

    /** The values in the order of {@link #COLUMNS}. */
    List<String> values() {
        return Stream.of(
                        fault,
                        promise,
                        detectedMillis,
                        gapMillis,
                        normalMillis,
                        emitted,
                        acked,
                        repeated,
                        lost,
                        listed,
                        notes,
                        verdict)
                .map(value -> value.toString()
                        .replace(',', ';')
                        .replaceAll("\\s+", " ")
                        .strip())
                .toList();
    }

    static String header() {
        return String.format(
                "%-24s %9s %7s %9s %9s %8s %5s  %s",
                "fault", "detected", "gap", "normal", "emitted", "repeated", "lost", "verdict");
    }

    String line() {
        return String.format(
                "%-24s %9s %7s %9s %9d %8d %5d  %s%s%s",
                fault,
                millis(detectedMillis),
                millis(gapMillis),
                millis(normalMillis),
                emitted,
                repeated,
                lost,
                verdict,
                listed.isEmpty() ? "" : "\n    list: " + listed,
                notes.isEmpty() ? "" : "\n    " + notes);
    }

    private static String millis(long millis) {
        return millis < 0 ? "-" : millis + " ms";
    }
}
