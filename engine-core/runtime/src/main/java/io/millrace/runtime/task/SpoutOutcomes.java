package io.millrace.runtime.task;

import io.millrace.api.Spout;
import io.millrace.runtime.ledger.TreeListener;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/** How the trees of a spout task ended, until the spout is told, and whether the spout is done. Confined to the thread of the task's executor. */
final class SpoutOutcomes implements TreeListener {

    private final SpoutTask task;
    private final ArrayDeque<Object> acked = new ArrayDeque<>();
    private final ArrayDeque<Object> failed = new ArrayDeque<>();

    /** How many of the failed tuples may be repeated yet. */
    private int repeatsOwed;

    /** Whether the spout was called after the last failed tuple, and emitted nothing. */
    private boolean quietSinceFail = true;

    /** Whether the spout has said so, and has not withdrawn it. */
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

    /** Returns how many the spout has not been told. */
    int size() {
        return acked.size() + failed.size();
    }

    boolean isEmpty() {
        return acked.isEmpty() && failed.isEmpty();
    }

    /** Tells the spout, while no emission waits. Returns how many it was told. */
    int tell(Spout spout, int budget) {
        int told = 0;
        while (told < budget && !acked.isEmpty() && task.mayTell()) {
            task.tally.acked();
            tell("ack", spout::ack, acked.remove());
            told++;
        }
        while (told < budget && !failed.isEmpty() && task.mayTell()) {
            task.tally.failed();
            repeatsOwed++;
            quietSinceFail = false;
            tell("fail", spout::fail, failed.remove());
            told++;
        }
        return told;
    }

    private void tell(String method, Consumer<Object> call, Object messageId) {
        long before = task.host.calls().enter(task.id());
        try {
            call.accept(messageId);
        } catch (Throwable e) {
            task.failure(method, e);
        } finally {
            task.host.calls().leave(before);
        }
    }

    /** The task is closed: only a spout of the engine is told what is left. */
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

    /** Whether the spout has finished, and repeats nothing. */
    boolean isQuiet() {
        return finished && quietSinceFail;
    }

    /**
     * The spout emits: after {@link #finish} that either repeats a failed tuple, or is new and withdraws the finish.
     *
     * @return whether it withdraws it
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

    /** A call emitted nothing: whatever failed before it has been repeated, or never will be. */
    void emittedNothing() {
        if (failed.isEmpty()) {
            quietSinceFail = true;
            repeatsOwed = 0;
        }
    }
}
