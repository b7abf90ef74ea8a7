// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Spout;
import io.millrace.runtime.ledger.TreeListener;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * The ends of the trees of a spout task, until the spout has been told, and whether the spout is done. Confined to the
 * thread of the task's executor.
 */
final class SpoutOutcomes implements TreeListener {

    private final SpoutTask task;
    private final ArrayDeque<Object> acked = new ArrayDeque<>();
    private final ArrayDeque<Object> failed = new ArrayDeque<>();

    /** The number of failed tuples that the spout may still repeat. */
    private int repeatsOwed;

    /** Whether the spout was called after the last failed tuple, and emitted nothing. */
    private boolean quietSinceFail = true;

    /** Whether the spout has finished, and has not withdrawn it. */
    private boolean finished;

    SpoutOutcomes(SpoutTask task) {
        this.task = task;
    }

    @Override
    public void acked(Object messageId) {
        acked.add(messageId);
        task.ready();
    }

    @Override
    public void failed(Object messageId, Cause cause) {
        task.watcher().failed(messageId, cause);
        if (cause != Cause.CLOSED) {
            failed.add(messageId);
            task.ready();
        }
    }

    /** Returns how many ends the spout has not been told. */
    int size() {
        return acked.size() + failed.size();
    }

    boolean isEmpty() {
        return acked.isEmpty() && failed.isEmpty();
    }

    /** Tells the spout the ends of trees, while no emission waits. Returns how many. */
    int tell(Spout spout, int budget) {
        int told = 0;
        while (told < budget && !acked.isEmpty() && task.mayTell() && (told == 0 || task.hasTime())) {
            task.tally.acked();
            tell(true, spout::ack, acked.remove());
            told++;
        }
        while (told < budget && !failed.isEmpty() && task.mayTell() && (told == 0 || task.hasTime())) {
            task.tally.failed();
            repeatsOwed++;
            quietSinceFail = false;
            tell(false, spout::fail, failed.remove());
            told++;
        }
        return told;
    }

    private void tell(boolean ack, Consumer<Object> call, Object messageId) {
        task.parts().spouts.tells(messageId, ack);
        long before = task.host.calls().enter(task.id());
        try {
            call.accept(messageId);
        } catch (Throwable e) {
            task.failure(ack ? "ack" : "fail", e);
        } finally {
            task.host.calls().leave(before);
        }
    }

    /** Closes the outcomes: only a spout of the engine is told the remaining ends. */
    void close() {
        acked.forEach(task.watcher()::acked);
        failed.forEach(messageId -> task.watcher().failed(messageId, Cause.CLOSED));
    }

    void finish() {
        finished = true;
        quietSinceFail = true;
    }

    boolean hasFinished() {
        return finished;
    }

    /** Returns whether the spout has finished, and repeats nothing. */
    boolean isQuiet() {
        return finished && quietSinceFail;
    }

    /**
     * The spout emits. After {@link #finish} the tuple is either a failed one that is repeated, or a new one that
     * withdraws the finish.
     *
     * @return whether it withdraws the finish
     */
    boolean emits() {
        if (repeatsOwed > 0) {
            repeatsOwed--;
            return false;
        }
        boolean withdrawn = finished;
        finished = false;
        return withdrawn;
    }

    /** A call emitted nothing: the tuples that failed before it have been repeated, or never will be. */
    void emittedNothing() {
        if (failed.isEmpty()) {
            quietSinceFail = true;
            repeatsOwed = 0;
        }
    }
}
