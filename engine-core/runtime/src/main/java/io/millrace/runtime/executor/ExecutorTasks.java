// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.runtime.link.Paths;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.SpoutTask;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.task.TaskRestore;
import io.millrace.runtime.tuple.DataTuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The tasks of one executor, with the sets of those that have work. Only the executor's thread calls it, except for
 * {@link #prepare} and {@link #byId}.
 */
final class ExecutorTasks {

    private final Task[] all;
    private final Task[] byId;
    private final int[] indexOfId;
    private final boolean blocking;
    private final LongSupplier clock;
    private final Paths paths;
    private ReadyTasks bolts;
    private ReadyTasks spouts;

    /** The tasks with counts that are not published yet. */
    private final Task[] counting;

    /** The open tasks to which other threads bring work. */
    private final List<Task> polled = new ArrayList<>();

    private int countingSize;
    private int heldUp;

    /**
     * @param largestId the largest task id of the topology
     * @param blocking whether a call may block
     */
    ExecutorTasks(List<Task> tasks, int largestId, boolean blocking, LongSupplier clock, Paths paths) {
        this.all = tasks.toArray(Task[]::new);
        this.byId = new Task[largestId + 1];
        this.indexOfId = new int[largestId + 1];
        this.counting = new Task[all.length];
        for (Task task : all) {
            byId[task.id()] = task;
        }
        this.blocking = blocking;
        this.clock = clock;
        this.paths = paths;
        index();
    }

    private void index() {
        bolts = new ReadyTasks(index(BoltTask.class), blocking, clock, paths);
        spouts = new ReadyTasks(index(SpoutTask.class), blocking, clock, paths);
    }

    /** Ends all tasks, spouts first, and puts others in their places. */
    void renew(IntFunction<Task> make) {
        Map<Task, List<DataTuple>> begun = new HashMap<>();
        for (Class<? extends Task> kind : List.of(SpoutTask.class, BoltTask.class)) {
            Stream.of(all).filter(kind::isInstance).forEach(task -> begun.put(task, task.leave()));
        }
        publish();
        polled.clear();
        heldUp = 0;
        Task[] former = all.clone();
        for (int i = 0; i < all.length; i++) {
            all[i] = make.apply(all[i].id());
            byId[all[i].id()] = all[i];
        }
        index();
        for (int i = 0; i < all.length; i++) {
            all[i].takeOver(begun.get(former[i]));
        }
    }

    void forEach(Consumer<Task> action) {
        for (Task task : all) {
            action.accept(task);
        }
    }

    private List<Task> index(Class<? extends Task> kind) {
        List<Task> tasks = Stream.of(all).filter(kind::isInstance).toList();
        for (int i = 0; i < tasks.size(); i++) {
            indexOfId[tasks.get(i).id()] = i;
        }
        return tasks;
    }

    /** Returns a task of this executor, or null. */
    Task byId(int id) {
        return id > 0 && id < byId.length ? byId[id] : null;
    }

    void prepare(ClassLoader loader) {
        for (Task task : all) {
            task.prepare(loader);
        }
    }

    void open(ClassLoader loader, IntFunction<TaskRestore> from) {
        for (Task task : all) {
            task.open(loader, from.apply(task.id()));
            ready(task);
            if (task.isPolled()) {
                polled.add(task);
            }
        }
    }

    /** Finds the tasks to which other threads have brought work. */
    void poll(long now) {
        for (int i = 0; i < polled.size(); i++) {
            polled.get(i).poll(now);
        }
    }

    /** Lets a task run in the next turn. */
    void ready(Task task) {
        (task instanceof SpoutTask ? spouts : bolts).add(indexOfId[task.id()]);
    }

    /**
     * Runs the tasks that are ready, bolts first, so that tuples in flight are processed before new ones and inboxes
     * stay short.
     */
    int run(long now, boolean mayBlock) {
        return bolts.run(now, mayBlock) + spouts.run(now, mayBlock);
    }

    /** Returns the time when a task must run even if nothing arrives. */
    long deadline() {
        return Math.min(bolts.deadline(), spouts.deadline());
    }

    /** A task has counted something for the first time since it last published its counts. */
    void counts(Task task) {
        counting[countingSize++] = task;
    }

    void publish() {
        for (int i = 0; i < countingSize; i++) {
            counting[i].publish();
            counting[i] = null;
        }
        countingSize = 0;
    }

    /** The outbox of a task begins to hold tuples, or is empty again. */
    void heldUp(boolean on) {
        heldUp += on ? 1 : -1;
    }

    /** Returns whether a tuple waits in an outbox. */
    boolean isHeldUp() {
        return heldUp > 0;
    }

    void activate(boolean active) {
        for (Task task : all) {
            task.activate(active);
        }
    }

    void peerLost() {
        for (Task task : all) {
            task.peerLost();
        }
    }

    void peerLost(Set<Integer> joinedTasks) {
        for (Task task : all) {
            task.peerLost(joinedTasks);
        }
    }

    void abandon() {
        for (Task task : all) {
            task.abandon();
        }
    }

    /** Closes the tasks, spouts first, because bolts may still process what they have sent. */
    void close() {
        for (Task task : all) {
            task.activate(false);
            if (task instanceof SpoutTask) {
                task.close();
            }
        }
        for (Task task : all) {
            task.close();
        }
    }
}
