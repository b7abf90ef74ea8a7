// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.WorkerHook;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;
import io.millrace.api.template.Template;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects that the tasks of one worker share: those that its hooks have made, and the memory of outboxes. The first
 * executor that opens opens the hooks while the others wait; the last one that closes closes them.
 */
public final class SharedObjects {

    private static final Logger LOG = LoggerFactory.getLogger(SharedObjects.class);

    private final WorkerInfo worker;
    private final List<Template> templates;
    private final TaskShares ofTasks = new TaskShares();
    private final OutboxMemory outboxes;

    /** The open hooks; the last one was opened last. This and the other fields are guarded by this. */
    private final Deque<Opened<?>> opened = new ArrayDeque<>();

    private int left;
    private boolean tried;
    private TopologyException failure;

    /**
     * An open hook.
     *
     * @param object object of the hook; null if it shares nothing
     */
    private record Opened<T>(WorkerHook<T> hook, T object) {

        static <T> Opened<T> of(WorkerHook<T> hook, WorkerInfo worker) {
            return new Opened<>(hook, hook.open(worker));
        }

        void close() {
            if (object != null) {
                hook.close(object);
            }
        }
    }

    /** @param executors number of the worker's executors that open and close */
    public SharedObjects(WorkerInfo worker, List<Template> templates, int executors) {
        this.worker = worker;
        this.templates = List.copyOf(templates);
        this.left = executors;
        this.outboxes = new OutboxMemory(
                worker.config().get(TopologyKeys.OUTBOX_BYTES),
                worker.workerTasks().size());
    }

    /** Makes the objects of a worker without hooks. */
    public static SharedObjects none(WorkerInfo worker) {
        return new SharedObjects(worker, List.of(), 1);
    }

    public WorkerInfo worker() {
        return worker;
    }

    OutboxMemory outboxes() {
        return outboxes;
    }

    /** Returns the objects that tasks have made themselves. */
    TaskShares ofTasks() {
        return ofTasks;
    }

    /**
     * Opens all hooks, unless another executor has done so.
     *
     * @throws TopologyException if a hook does not open, with one line; each executor gets it
     */
    public synchronized void open(ClassLoader loader) {
        if (!tried) {
            tried = true;
            try {
                templates.forEach(template -> open(template, loader));
            } catch (TopologyException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void open(Template template, ClassLoader loader) {
        WorkerHook<?> hook = template.read("worker hook", WorkerHook.class, loader);
        try {
            opened.addLast(Opened.of(hook, worker));
        } catch (Throwable e) {
            throw new TopologyException(
                    "worker hook " + template.className() + " does not open in worker " + worker.workerId() + ": "
                            + Foreign.text(e),
                    Foreign.readable(e));
        }
    }

    /** An executor has closed its tasks, or never opened them. The last one closes the hooks. */
    public synchronized void release() {
        if (--left > 0) {
            return;
        }
        while (!opened.isEmpty()) {
            Opened<?> last = opened.removeLast();
            try {
                last.close();
            } catch (Throwable e) {
                Foreign.throwIfFatal(e);
                LOG.warn(
                        "worker hook {} does not close properly",
                        last.hook().getClass().getName(),
                        Foreign.readable(e));
            }
        }
    }

    /** Returns the only object of this type. Throws a {@link TopologyException} that names the known ones otherwise. */
    synchronized <T> T get(Class<T> type) {
        List<T> found = new ArrayList<>();
        List<String> known = new ArrayList<>();
        for (Opened<?> each : opened) {
            if (each.object() != null) {
                known.add(each.object().getClass().getTypeName());
                if (type.isInstance(each.object())) {
                    found.add(type.cast(each.object()));
                }
            }
        }
        if (found.size() == 1) {
            return found.get(0);
        }
        throw new TopologyException((found.isEmpty() ? "no worker hook shares a " : "several worker hooks share a ")
                + type.getTypeName() + ": "
                + (known.isEmpty()
                        ? "add one by TopologyBuilder.workerHook"
                        : "ask for one of " + String.join(", ", known)));
    }
}
