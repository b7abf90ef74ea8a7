// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.BoltCollector;
import io.millrace.api.Tuple;
import io.millrace.api.codec.PayloadWriter;
import java.util.Collection;

/** The collector of a {@link io.millrace.api.Bolt}. Confined to its task's thread. */
final class AnchoringCollector implements BoltCollector {

    private final BoltTask task;

    AnchoringCollector(BoltTask task) {
        this.task = task;
    }

    @Override
    public void emit(Tuple anchor, Object... values) {
        task.requireCaller("emit");
        task.trees().emit(task.selectors.byDefault(), anchor, values);
    }

    @Override
    public void emit(Collection<Tuple> anchors, Object... values) {
        task.requireCaller("emit");
        task.trees().emit(task.selectors.byDefault(), anchors, values);
    }

    @Override
    public void emitUnanchored(Object... values) {
        task.requireCaller("emitUnanchored");
        task.trees().emit(task.selectors.byDefault(), (Tuple) null, values);
    }

    @Override
    public void emitTo(String stream, Collection<Tuple> anchors, Object... values) {
        task.requireCaller("emitTo");
        task.trees().emit(task.selectors.of(stream), anchors, values);
    }

    @Override
    public void emitDirect(int target, String stream, Collection<Tuple> anchors, Object... values) {
        task.requireCaller("emitDirect");
        task.trees().emitDirect(target, task.selectors.of(stream), null, anchors, values);
    }

    @Override
    public void emitInto(Tuple anchor, int length, PayloadWriter writer, Object... before) {
        task.requireCaller("emitInto");
        task.trees().emitInto(task.selectors.byDefault(), anchor, null, before, length, writer);
    }

    @Override
    public void emitIntoStream(
            String stream, Collection<Tuple> anchors, int length, PayloadWriter writer, Object... before) {
        task.requireCaller("emitIntoStream");
        task.trees().emitInto(task.selectors.of(stream), null, anchors, before, length, writer);
    }

    @Override
    public void answer(Tuple input, Object... values) {
        task.requireCaller("answer");
        task.trees().answer(input, values);
    }

    @Override
    public void answerError(Tuple input, String message) {
        task.requireCaller("answerError");
        task.trees().answerError(input, message);
    }

    @Override
    public void pauseInput() {
        task.requireCaller("pauseInput");
        task.inbox().close(true);
    }

    @Override
    public void resumeInput() {
        task.requireCaller("resumeInput");
        task.inbox().close(false);
    }

    @Override
    public int[] lastTargets() {
        task.requireCaller("lastTargets");
        return task.sender.targets.toArray();
    }

    @Override
    public void ack(Tuple input) {
        task.requireCaller("ack");
        task.trees().ack(input);
    }

    @Override
    public void fail(Tuple input) {
        task.requireCaller("fail");
        task.trees().fail(input, null);
    }

    @Override
    public void fail(Tuple input, String reason) {
        task.requireCaller("fail");
        task.trees().fail(input, reason);
    }

    @Override
    public void resetTimeout(Tuple input) {
        task.requireCaller("resetTimeout");
        task.trees().resetTimeout(input);
    }

    @Override
    public void reportError(Throwable error) {
        task.requireCaller("reportError");
        task.thrown(ErrorLog.REPORTED, error);
    }
}
