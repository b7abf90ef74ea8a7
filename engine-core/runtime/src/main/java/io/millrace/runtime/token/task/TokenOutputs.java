// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import io.millrace.api.Component;
import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.task.Context;
import io.millrace.runtime.task.FreeTargets;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.task.TaskHost;
import io.millrace.runtime.task.TaskPart;
import io.millrace.runtime.task.TaskRestore;
import io.millrace.runtime.token.Grant;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A task's targets by {@link io.millrace.api.Grouping.FirstIdle}. Confined to the executor's thread. */
final class TokenOutputs implements TaskPart, FreeTargets {

    private static final Logger LOG = LoggerFactory.getLogger(TokenOutputs.class);

    /** The bits of an epoch below a millisecond of the time of day: a later start begins later epochs. */
    private static final int EPOCH_BITS = 16;

    private static final double NANOS = 1e9;

    private final TaskHost host;
    private final Task task;
    private final TokenCapability worker;
    private final List<TaskSet> components;
    private final List<TokenOutput> all = new ArrayList<>();
    private long lost;

    TokenOutputs(Task task, TokenCapability worker, List<TaskSet> components) {
        this.task = task;
        this.host = task.host();
        this.worker = worker;
        this.components = components;
    }

    @Override
    public boolean made(Component instance, TaskRestore from) {
        long timeoutNanos = task.settings().tracked() ? worker.shortestTimeoutNanos(host.graph()) : Long.MAX_VALUE;
        for (TaskSet targets : components) {
            WaitingTuples waiting = new WaitingTuples(
                    worker.space().memory(),
                    spilled(task.context().componentOf(targets.task(0))),
                    new WaitingTrees(host.paths()::renew, host.paths()::fail, timeoutNanos),
                    this::lost);
            all.add(new TokenOutput(
                    task.id(),
                    new TokenOutput.Sending(
                            task.sender()::hasRoomFor, task.sender()::sendTo, task.sender()::cannotBeSent),
                    host.paths(),
                    targets,
                    waiting,
                    host.wallMillis() << EPOCH_BITS));
        }
        Context context = task.context();
        context.show("queue.tuples", this::waiting);
        context.show("queue.bytes", this::bytes);
        context.show("queue.head.age.seconds", this::headAge);
        context.show("queue.spilled.bytes", this::spilledBytes);
        context.show("queue.lost.tuples", () -> lost);
        return true;
    }

    private SpilledTuples spilled(String target) {
        WaitingSpace space = worker.space();
        String name = task.component() + "-" + task.id() + "-" + target;
        return new SpilledTuples(
                space.hasFiles() ? wake -> space.open(name, wake) : null,
                () -> host.turns().submit(task::ready),
                worker.newEncoder(host),
                worker.newDecoder(host));
    }

    @Override
    public boolean exist() {
        return true;
    }

    @Override
    public boolean isPolled() {
        return true;
    }

    /** Looks for connections that broke. Returns whether one did. */
    @Override
    public boolean poll(long now) {
        boolean found = false;
        for (int i = 0; i < all.size(); i++) {
            found |= all.get(i).findBreaks();
        }
        return found;
    }

    @Override
    public void send(DataTuple tuple, int firstTask) {
        output(firstTask).send(tuple, host.nanoTime());
    }

    private TokenOutput output(int target) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).leadsTo(target)) {
                return all.get(i);
            }
        }
        return null;
    }

    @Override
    public int drain(long now) {
        int sent = 0;
        for (int i = 0; i < all.size(); i++) {
            sent += all.get(i).drain();
            all.get(i).waiting().trees().renew(now);
        }
        return sent;
    }

    @Override
    public boolean mayDrain() {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).mayDrain()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void tell() {
        long now = host.nanoTime();
        for (int i = 0; i < all.size(); i++) {
            all.get(i).tell(now);
        }
    }

    @Override
    public long deadline(long now) {
        long next = Long.MAX_VALUE;
        for (int i = 0; i < all.size(); i++) {
            next = Math.min(next, all.get(i).deadline(now));
        }
        return next;
    }

    @Override
    public long waiting() {
        long waiting = 0;
        for (int i = 0; i < all.size(); i++) {
            waiting += all.get(i).waiting().size();
        }
        return waiting;
    }

    private double bytes() {
        return all.stream().mapToLong(each -> each.waiting().bytes()).sum();
    }

    private double spilledBytes() {
        return all.stream().mapToLong(each -> each.waiting().spilledBytes()).sum();
    }

    private double headAge() {
        long now = host.nanoTime();
        return all.stream()
                        .filter(each -> !each.waiting().isEmpty())
                        .mapToLong(each -> now - each.waiting().headSince())
                        .max()
                        .orElse(0)
                / NANOS;
    }

    @Override
    public boolean isFull() {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).waiting().isFull()) {
                return true;
            }
        }
        return false;
    }

    void granted(int target, Grant grant) {
        TokenOutput output = output(target);
        if (output != null) {
            output.granted(target, grant);
        }
    }

    @Override
    public void undo(DataTuple tuple) {
        TokenOutput output = output(tuple.targetTask());
        if (output != null && host.graph().takesWhenFree(tuple.targetTask(), tuple.stream())) {
            output.undo(tuple.targetTask());
        }
    }

    @Override
    public void pathChanged(int target) {
        TokenOutput output = output(target);
        if (output != null) {
            if (!task.settings().tracked()) {
                // Tuples that have not left are sent again
                countLost(target, output.notDone(target) - task.sender().waiting(target));
            }
            output.pathChanged(target);
        }
        if (host.paths().to(target).isDormant()) {
            takeBack(target);
        }
        task.ready();
    }

    /** Sends tuples that waited for room at a task without a worker to other tasks, before all that wait. */
    private void takeBack(int target) {
        List<DataTuple> back = task.sender().takeBack(target);
        for (int i = back.size() - 1; i >= 0; i--) {
            output(target).waiting().putBack(back.get(i), host.nanoTime());
        }
    }

    private void countLost(int target, long tuples) {
        if (tuples > 0) {
            LOG.warn("{}: task {} is gone with {} of its tuples, which are lost", task, target, tuples);
            lost(tuples, null);
        }
    }

    @Override
    public AckBuffer edges() {
        AckBuffer edges = new AckBuffer();
        all.forEach(each -> each.waiting().trees().addEdges(edges));
        return edges;
    }

    /** Tuples that waited cannot be read again, and their trees have failed. */
    private void lost(long count, RuntimeException cause) {
        lost += count;
        host.counters().addDropped(count);
        if (cause != null) {
            task.report("decoding", cause);
        }
    }

    @Override
    public long clear() {
        return all.stream().mapToLong(each -> each.waiting().clear()).sum();
    }
}
