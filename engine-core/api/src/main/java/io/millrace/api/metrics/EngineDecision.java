package io.millrace.api.metrics;

/**
 * A decision of a task about the number of its engines. Equal decisions in a row are one record.
 *
 * @param fromMillis the time of the first decision, in milliseconds since 1970
 * @param atMillis the time of the last decision, in milliseconds since 1970
 * @param times the number of decisions; reason and numbers are those of the last one
 * @param before engines that the task had
 * @param after engines that the task has from then on
 * @param reason one line, with the figures that decided
 */
public record EngineDecision(
        String component,
        int task,
        String worker,
        String node,
        long fromMillis,
        long atMillis,
        int times,
        Verdict verdict,
        int before,
        int after,
        String reason) {

    /** The kind of the decision. */
    public enum Verdict {
        STARTED,
        ENDED,
        /** More engines are needed, and the task has as many as it may have. */
        AT_MAX,
        /** More engines are needed, and no core or no slot is free for them. */
        NO_ROOM;

        /** Whether the number changes. */
        public boolean changes() {
            return this == STARTED || this == ENDED;
        }
    }

    /** Returns one record for this decision and an equal one after it. */
    public EngineDecision again(EngineDecision next) {
        return new EngineDecision(
                component,
                task,
                worker,
                node,
                fromMillis,
                next.atMillis,
                times + 1,
                verdict,
                next.before,
                next.after,
                next.reason);
    }
}
