// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Emitter;
import io.millrace.api.Tuple;
import io.millrace.api.codec.PayloadWriter;

/** Emits for a bolt that names no anchors. Confined to its task's thread. */
abstract class AnchoredEmitter implements Emitter {

    final BoltTask task;

    AnchoredEmitter(BoltTask task) {
        this.task = task;
    }

    /**
     * Returns the input to which emissions are anchored; null for none.
     *
     * @throws IllegalStateException if no tuple may be emitted now
     */
    abstract Tuple anchor();

    /** Returns the input that is answered. */
    Tuple request() {
        return anchor();
    }

    @Override
    public final void emit(Object... values) {
        task.requireCaller("emit");
        task.trees().emit(task.selectors.byDefault(), anchor(), values);
    }

    @Override
    public final void emitTo(String stream, Object... values) {
        task.requireCaller("emitTo");
        task.trees().emit(task.selectors.of(stream), anchor(), values);
    }

    @Override
    public final void emitDirect(int target, String stream, Object... values) {
        task.requireCaller("emitDirect");
        task.trees().emitDirect(target, task.selectors.of(stream), anchor(), null, values);
    }

    @Override
    public final void emitInto(int length, PayloadWriter writer, Object... before) {
        task.requireCaller("emitInto");
        task.trees().emitInto(task.selectors.byDefault(), anchor(), null, before, length, writer);
    }

    @Override
    public final void answer(Object... values) {
        task.requireCaller("answer");
        task.trees().answer(request(), values);
    }

    @Override
    public final void answerError(String message) {
        task.requireCaller("answerError");
        task.trees().answerError(request(), message);
    }

    @Override
    public final int[] lastTargets() {
        task.requireCaller("lastTargets");
        return task.sender.targets.toArray();
    }
}
