package io.millrace.runtime.service;

import io.millrace.ipc.doorbell.Doorbell;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Where other threads subscribe to the results of one task. */
public final class ResultsPort implements ResultsSource {

    private final CopyOnWriteArrayList<ResultTarget> targets = new CopyOnWriteArrayList<>();
    private final Doorbell bell;
    private volatile boolean changed;

    /** @param bell of the executor that runs the task */
    ResultsPort(Doorbell bell) {
        this.bell = bell;
    }

    // Any thread

    @Override
    public void subscribe(ResultTarget target) {
        targets.add(target);
        roomMade();
    }

    @Override
    public void unsubscribe(ResultTarget target) {
        targets.remove(target);
        roomMade();
    }

    @Override
    public void roomMade() {
        changed = true;
        bell.ring();
    }

    // The task's thread

    List<ResultTarget> targets() {
        return targets;
    }

    /** Returns whether something has changed since {@link #take}. */
    boolean hasChanged() {
        return changed;
    }

    /** Must be called before the targets are looked at. */
    void take() {
        changed = false;
    }

    void close() {
        targets.forEach(ResultTarget::closed);
    }
}
