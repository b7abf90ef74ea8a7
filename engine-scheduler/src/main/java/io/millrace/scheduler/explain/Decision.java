// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.explain;

import io.millrace.scheduler.model.Placement;
import java.util.Optional;

/**
 * Where one task was, where it goes, and why.
 *
 * @param figures those of a choice, for people; empty where nothing was to choose
 */
public record Decision(int task, Optional<Placement> before, Placement after, Reason reason, String figures) {

    /** The reason with its figures. */
    public String text() {
        return figures.isEmpty() ? reason.text() : reason.text() + ": " + figures;
    }

    /** Why a task is where it is. */
    public enum Reason {
        STARTED("started: did not run before"),
        KEPT("kept in place"),
        NODE_GONE("moved: node gone"),
        SLOT_GONE("moved: slot gone"),
        CONSTRAINT("moved: pin, regions or forbidden nodes rule the node out"),
        WORKER_GONE("moved: the worker ends, for a limit or for another worker"),
        SPREAD("moved for its spread group"),
        ROOM("moved for room"),
        TRAFFIC("moved for cheaper hops"),
        LOAD("moved for a more even load"),
        TOGETHER("moved with other tasks, as their figures are better together");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }
}
