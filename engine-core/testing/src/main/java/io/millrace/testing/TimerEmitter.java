package io.millrace.testing;

import io.millrace.api.BoltCollector;
import io.millrace.api.Emitter;
import java.util.List;

/** Records what a bolt emits in {@code onTimer}, which belongs to no tree. Used by the thread of the test. */
final class TimerEmitter implements Emitter {

    private final BoltCollector out;

    TimerEmitter(BoltCollector out) {
        this.out = out;
    }

    @Override
    public void emit(Object... values) {
        out.emitUnanchored(values);
    }

    @Override
    public void emitTo(String stream, Object... values) {
        out.emitTo(stream, List.of(), values);
    }

    @Override
    public void emitDirect(int task, String stream, Object... values) {
        out.emitDirect(task, stream, List.of(), values);
    }

    @Override
    public void answer(Object... values) {
        throw noRequest();
    }

    @Override
    public void answerError(String message) {
        throw noRequest();
    }

    @Override
    public int[] lastTargets() {
        return out.lastTargets();
    }

    private static IllegalStateException noRequest() {
        return new IllegalStateException("a bolt answers in onTimer, where there is no request");
    }
}
