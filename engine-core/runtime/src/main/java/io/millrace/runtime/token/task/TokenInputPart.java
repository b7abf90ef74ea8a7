// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import io.millrace.api.Component;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.CallPart;
import io.millrace.runtime.task.InputPart;
import io.millrace.runtime.task.TaskRestore;
import io.millrace.runtime.task.TurnPart;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;

/** Lets a bolt task give tokens to its sources. Confined to the thread of the task's executor. */
public final class TokenInputPart implements InputPart, CallPart, TurnPart {

    private final BoltTask task;
    private final TokenInput input;
    private Component bolt;

    TokenInputPart(BoltTask task, TaskSet sources) {
        this.task = task;
        TaskGraph graph = task.host().graph();
        Paths paths = task.host().paths();
        this.input = new TokenInput(
                task.id(),
                stream -> graph.takesWhenFree(task.id(), stream),
                task.settings().tracked(),
                paths,
                task.host()::nanoTime,
                sources);
    }

    public TokenInput input() {
        return input;
    }

    @Override
    public boolean made(Component instance, TaskRestore from) {
        bolt = instance;
        return true;
    }

    @Override
    public void opened(TaskRestore from) {
        input.open(bolt);
    }

    @Override
    public void admitted(DataTuple tuple) {
        input.arrived(tuple);
    }

    @Override
    public void refused(DataTuple tuple) {
        input.arrived(tuple);
    }

    @Override
    public void queued(DataTuple tuple) {
        input.arrived(tuple);
        input.waits(tuple, task.inbox().mostBytes());
    }

    /** Makes the task ready, which gives the next token in its turn. */
    @Override
    public void executedAtOnce() {
        task.ready();
    }

    @Override
    public void executed(DataTuple tuple) {
        input.executed(tuple);
    }

    @Override
    public void settled(DataTuple tuple) {
        input.settled(tuple);
    }

    @Override
    public void lost(StreamRef stream, int sourceTask) {
        input.lost(stream, sourceTask);
    }

    @Override
    public void end() {
        input.issue(
                task.host().nanoTime(), task.sender().mayEmit(), task.inbox().isPaused());
    }

    @Override
    public boolean isReady() {
        return input.isReady();
    }

    @Override
    public long deadline(boolean blocked) {
        return input.deadline();
    }

    @Override
    public boolean isPolled() {
        return true;
    }

    @Override
    public boolean poll(long now) {
        return input.findBreaks();
    }

    @Override
    public void pathChanged(int other) {
        input.pathChanged(other);
        task.ready();
    }
}
