package io.millrace.runtime.executor;

import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.SpoutTask;
import io.millrace.runtime.task.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The tasks of one executor, and which of them have work. Only the executor's thread calls it, except for {@link
 * #prepare} and {@link #byId}.
 */
final class ExecutorTasks {

    private final Task[] all;
    private final Task[] byId;
    private final int[] indexOfId;
    private final ReadyTasks bolts;
    private final ReadyTasks spouts;

    /** The tasks that have counted something that is not published yet. */
    private final Task[] counting;

    /** The open tasks to which other threads bring work. */
    private final List<Task> polled = new ArrayList<>();

    private int countingSize;
    private int heldUp;

    /**
     * @param largestId the largest task id of the topology
     * @param blocking whether a call may block
     */
    ExecutorTasks(List<Task> tasks, int largestId, boolean blocking, LongSupplier clock) {
        this.all = tasks.toArray(Task[]::new);
        this.byId = new Task[largestId + 1];
        this.indexOfId = new int[largestId + 1];
        this.counting = new Task[all.length];
        for (Task task : all) {
            byId[task.id()] = task;
        }
        this.bolts = new ReadyTasks(index(BoltTask.class), blocking, clock);
        this.spouts = new ReadyTasks(index(SpoutTask.class), blocking, clock);
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

    void open(ClassLoader loader) {
        for (Task task : all) {
            task.open(loader);
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

    /** Returns when a task must run even if nothing arrives. */
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

    /** Closes spouts first, because bolts may still process what they have sent. */
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
