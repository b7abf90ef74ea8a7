package io.millrace.scheduler.explain;

import io.millrace.scheduler.model.Placement;
import java.util.Optional;

/** Where one task was, where it goes, and why. */
public record Decision(int task, Optional<Placement> before, Placement after, Reason reason) {

    /** Why a task is where it is. */
    public enum Reason {
        STARTED("started: did not run before"),
        KEPT("kept in place"),
        NODE_GONE("moved: node gone"),
        SLOT_GONE("moved: slot gone"),
        CONSTRAINT("moved: pin, regions or forbidden nodes rule the node out"),
        WORKER_GONE("moved: the worker ends, for a limit or for another worker"),
        CHOSEN("moved: for room, for a spread group, or for better figures");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }
}
