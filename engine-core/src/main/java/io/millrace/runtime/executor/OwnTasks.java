package io.millrace.runtime.executor;

import io.millrace.runtime.task.SpoutTask;
import io.millrace.runtime.task.Task;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The tasks of one executor, asked and told as one; on its thread, but for {@link #prepare} and {@link #byId}. */
final class OwnTasks {

    private final Task[] all;
    private final Task[] byId;

    /**
     * @param largestId of all tasks of the topology
     */
    OwnTasks(List<Task> tasks, int largestId) {
        this.all = tasks.toArray(Task[]::new);
        this.byId = new Task[largestId + 1];
        for (Task task : all) {
            byId[task.id()] = task;
        }
    }

    /** A task of this executor, or null. */
    Task byId(int id) {
        return id > 0 && id < byId.length ? byId[id] : null;
    }

    /** Those of one kind, to be run in turn. */
    Turns turns(Class<? extends Task> kind, boolean blocking, LongSupplier clock) {
        return new Turns(Stream.of(all).filter(kind::isInstance).toList(), blocking, clock);
    }

    void prepare(ClassLoader loader) {
        for (Task task : all) {
            task.prepare(loader);
        }
    }

    void open(ClassLoader loader) {
        for (Task task : all) {
            task.open(loader);
        }
    }

    /** Whether one waits for room. */
    boolean isHeldUp() {
        for (Task task : all) {
            if (task.isHeldUp()) {
                return true;
            }
        }
        return false;
    }

    /** Whether one is to run again whenever there is nothing else to do. */
    boolean polls() {
        for (Task task : all) {
            if (task.polls()) {
                return true;
            }
        }
        return false;
    }

    /** Whether something may arrive for one now, other than commands. */
    boolean awaitsOthers() {
        for (Task task : all) {
            if (task.awaitsOthers()) {
                return true;
            }
        }
        return false;
    }

    /** When one must run even if nothing arrives. */
    long deadline() {
        long next = Long.MAX_VALUE;
        for (Task task : all) {
            next = Math.min(next, task.deadline());
        }
        return next;
    }

    void publish() {
        for (Task task : all) {
            task.publish();
        }
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

    /** Spouts first: what they have sent may still be worked on. */
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
