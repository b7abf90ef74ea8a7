// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.mutant.SourceChange;
import java.util.List;

/** A rule of the engine that is left out. The engine's sources are compiled anew with these changes. */
enum EngineMutant {
    /**
     * A barrier passes the tuples that wait at its target. Its count shows that, so that no snapshot is ever committed.
     */
    BARRIER_BY_THE_CONTROL_LANE(Faults.DEATHS, 111, Finding.STUCK, barriersFirst()),
    BARRIER_BY_THE_CONTROL_LANE_UNCOUNTED(Faults.DEATHS, 85, Finding.WRONG_ROWS, barriersFirst(), uncounted()),
    /** Tuples behind a barrier do not wait for the other barriers. */
    NO_PARKING(
            Faults.DEATHS,
            2,
            Finding.WRONG_ROWS,
            new SourceChange(
                    "runtime/snapshot/task/Alignment", "return index >= 0 && passed[index];", "return false;")),
    /** Tuples of other generations are processed. The counts of barriers show that too. */
    GENERATION_NOT_CHECKED(Faults.ZOMBIES, 1_000_014, Finding.STUCK, anyGeneration()),
    GENERATION_NOT_CHECKED_UNCOUNTED(Faults.ZOMBIES, 1_000_002, Finding.WRONG_ROWS, anyGeneration(), uncounted()),
    /** Sinks are told when the compare-and-set begins, and its coordinator may die in the middle of it. */
    COMMIT_BEFORE_POINTER(
            Faults.DEATHS,
            50,
            Finding.WRONG_ROWS,
            new SourceChange(
                    "runtime/snapshot/agent/CoordinatorSeat",
                    "    public void setPointer(long version, Pointer pointer) {\n",
                    """
                        public void setPointer(long version, Pointer pointer) {
                            host.submit(() -> coordinator.pointerSet(version + 1, host.now()));
                    """),
            new SourceChange(
                    "runtime/snapshot/agent/CoordinatorSeat", "coordinator.pointerSet(next, host.now());\n", "\n")),
    /** Event time is that of the first of the inputs. Windows close before the tuples of the others have come. */
    WATERMARK_AS_MAXIMUM(
            Faults.DEATHS,
            3,
            Finding.WRONG_ROWS,
            new SourceChange(
                    "runtime/eventtime/InputWatermarks",
                    "long least = Watermark.END;\n        boolean",
                    "long least = Watermark.NONE;\n        boolean"),
            new SourceChange("runtime/eventtime/InputWatermarks", "Math.min(least, each)", "Math.max(least, each)"),
            // Without this change only the input that holds the others back would be looked at
            new SourceChange(
                    "runtime/eventtime/InputWatermarks",
                    "(before <= current || before == Watermark.IDLE || millis == Watermark.IDLE) && look()",
                    "look()"));

    /** The outcome of a run. */
    enum Finding {
        STUCK("it does not complete"),
        WRONG_ROWS("rows are missing and");

        final String text;

        Finding(String text) {
            this.text = text;
        }
    }

    final Faults faults;

    /** The first seed that has shown it; others follow. */
    final long firstSeed;

    final Finding finding;
    final List<SourceChange> changes;

    EngineMutant(Faults faults, long firstSeed, Finding finding, SourceChange... changes) {
        this.faults = faults;
        this.firstSeed = firstSeed;
        this.finding = finding;
        this.changes = List.of(changes);
    }

    private static SourceChange barriersFirst() {
        return new SourceChange(
                "runtime/task/BoltTask",
                "inbox.add(tuple);",
                "if (tuple.stream() == io.millrace.runtime.tuple.Barrier.STREAM) { inbox.takeBack(tuple); } else { inbox.add(tuple); }");
    }

    private static SourceChange uncounted() {
        return new SourceChange("runtime/snapshot/task/Alignment", "if (tuples != received[index]) {", "if (false) {");
    }

    private static SourceChange anyGeneration() {
        return new SourceChange(
                "runtime/executor/Arrivals", "|| tuple.generation() != (short) executor.generationNumber()", "");
    }
}
