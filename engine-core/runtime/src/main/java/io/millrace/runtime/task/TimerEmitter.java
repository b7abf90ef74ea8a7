package io.millrace.runtime.task;

import io.millrace.api.Emitter;
import io.millrace.api.Tuple;

/** Emits for a timer, outside any tree. Confined to its task's thread. */
final class TimerEmitter implements Emitter {

    private final BoltTask task;

    TimerEmitter(BoltTask task) {
        this.task = task;
    }

    @Override
    public void emit(Object... values) {
        task.requireCaller("emit");
        task.trees().emit(task.routes.byDefault(), (Tuple) null, values);
    }

    @Override
    public void emitTo(String stream, Object... values) {
        task.requireCaller("emitTo");
        task.trees().emit(task.routes.of(stream), (Tuple) null, values);
    }

    @Override
    public void emitDirect(int target, String stream, Object... values) {
        task.requireCaller("emitDirect");
        task.trees().emitDirect(target, task.routes.of(stream), null, null, values);
    }

    @Override
    public void answer(Object... values) {
        throw noInput("answers");
    }

    @Override
    public void answerError(String message) {
        throw noInput("answers");
    }

    @Override
    public int[] lastTargets() {
        task.requireCaller("lastTargets");
        return task.sender.targets.toArray();
    }

    private IllegalStateException noInput(String what) {
        return new IllegalStateException(task + " " + what + " in onTimer, where there is no request");
    }
}
