// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

/**
 * What an engine promises for the tuples of a workload, and how.
 *
 * @param intervalMillis between the begins of snapshots; 0 for none
 * @param alignmentMillis after which barriers overtake tuples; {@link #NEVER} if they always wait
 * @param keepsState whether counts are in the engine's state by key and not in a map of the bolt; always with snapshots
 */
public record Promise(Mode mode, long intervalMillis, long alignmentMillis, boolean keepsState) {

    public static final long NEVER = -1;

    /** The guarantee, by the names of topology.guarantee. */
    public enum Mode {
        AT_MOST_ONCE("at-most-once"),
        AT_LEAST_ONCE("at-least-once"),
        EXACTLY_ONCE("exactly-once");

        private final String text;

        Mode(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    public static Promise atMostOnce() {
        return new Promise(Mode.AT_MOST_ONCE, 0, NEVER, false);
    }

    /** Every source tuple is tracked, and acked when all that it caused is done. */
    public static Promise atLeastOnce() {
        return new Promise(Mode.AT_LEAST_ONCE, 0, NEVER, false);
    }

    /** Snapshots with barriers that wait for what was sent before them. */
    public static Promise exactlyOnce(long intervalMillis) {
        return exactlyOnce(intervalMillis, NEVER);
    }

    public static Promise exactlyOnce(long intervalMillis, long alignmentMillis) {
        return new Promise(Mode.EXACTLY_ONCE, intervalMillis, alignmentMillis, true);
    }

    /** This guarantee with counts in the engine's state: what snapshots cost apart from that. */
    public Promise withState() {
        return new Promise(mode, intervalMillis, alignmentMillis, true);
    }

    public boolean exactlyOnce() {
        return mode == Mode.EXACTLY_ONCE;
    }

    public boolean acked() {
        return mode == Mode.AT_LEAST_ONCE;
    }

    /** The name without commas and colons, for a table. */
    public String name() {
        if (!exactlyOnce()) {
            return mode.text() + (keepsState ? " with state" : "");
        }
        return mode.text() + " " + seconds(intervalMillis)
                + (alignmentMillis == NEVER ? "" : " time-out " + seconds(alignmentMillis));
    }

    @Override
    public String toString() {
        return name();
    }

    private static String seconds(long millis) {
        return (millis % 1_000 == 0 ? Long.toString(millis / 1_000) : Double.toString(millis / 1e3)) + " s";
    }

    /** Encodes it as a part of an argument, without colons. */
    public String encode() {
        return mode + "/" + intervalMillis + "/" + alignmentMillis + "/" + keepsState;
    }

    public static Promise decode(String encoded) {
        String[] part = encoded.split("/");
        return new Promise(
                Mode.valueOf(part[0]), Long.parseLong(part[1]), Long.parseLong(part[2]), Boolean.parseBoolean(part[3]));
    }
}
