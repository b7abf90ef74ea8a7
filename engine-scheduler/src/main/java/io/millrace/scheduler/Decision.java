package io.millrace.scheduler;

import java.util.Optional;

/** Where one task was, where it goes, and why. */
public record Decision(int task, Optional<Placement> before, Placement after, Reason reason) {

    /** Why a task is where it is. */
    public enum Reason {
        STARTED("starts: it did not run before"),
        KEPT("stays where it runs"),
        NODE_GONE("moves: its node is gone"),
        SLOT_GONE("moves: its slot is gone"),
        CONSTRAINT("moves: its pin, regions or forbidden nodes rule its node out"),
        WORKER_GONE("moves: its worker ends, for a limit or for another worker"),
        CHOSEN("moves: to make room, to keep a spread group apart, or for better figures");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }
}
