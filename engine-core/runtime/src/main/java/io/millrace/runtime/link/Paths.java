// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.ledger.RootIds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;

/** The paths from one executor to every task of the topology. Confined to that executor's thread. */
public final class Paths {

    private final Path[] byTask;
    private final List<Path> distinct = new ArrayList<>();

    private boolean mayGather;

    /** Links that hold tuples until the run of a task ends. */
    private final List<Gathering> untilRunEnds = new ArrayList<>();

    /** Links that hold barriers and watermarks until the turn ends, so that those of all tasks go together. */
    private final List<Gathering> untilTurnEnds = new ArrayList<>();

    private IntConsumer whenSet = task -> {};
    private Runnable beforeHandOver = () -> {};

    public Paths(int tasks) {
        byTask = new Path[tasks + 1];
    }

    /** Sets the action that runs for each task to which another path leads. */
    public void whenSet(IntConsumer action) {
        whenSet = action;
    }

    /** Sets the action that runs before tuples are handed over to another executor of the node. */
    public void beforeHandOver(Runnable action) {
        beforeHandOver = action;
    }

    /**
     * Sets the path over which tuples and acks for these tasks are sent, including acks that waited for their worker
     * to be known. A path that no task uses any more is closed.
     */
    public void set(Iterable<Integer> tasks, Path path) {
        List<Path> waited = new ArrayList<>();
        for (int task : tasks) {
            Path old = byTask[task];
            byTask[task] = path;
            if (old != null && old.isAbsent() && !waited.contains(old)) {
                waited.add(old);
            }
        }
        waited.forEach(old -> takeOver(old.acks(), path));
        List<Path> before = List.copyOf(distinct);
        distinct.clear();
        Set<Path> inUse = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Path used : byTask) {
            if (used != null && inUse.add(used)) {
                distinct.add(used);
            }
        }
        for (Path gone : before) {
            if (!inUse.contains(gone)) {
                untilTurnEnds.remove(gone.link());
                gone.link().close();
            }
        }
        tasks.forEach(whenSet::accept);
    }

    public Path to(int task) {
        return byTask[task];
    }

    public boolean refuses(int task) {
        return byTask[task].link().refuses(task);
    }

    /**
     * Returns whether any of these tasks is paused.
     *
     * @param mayBlock whether the executor is about to block, and must be woken when that task is resumed
     */
    public boolean anyRefuses(int[] tasks, boolean mayBlock) {
        for (int task : tasks) {
            if (refuses(task)) {
                if (!mayBlock) {
                    return true;
                }
                if (!byTask[task].link().ringWhenResumed() || refuses(task)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Gathers an ack for the spout task that the root names. */
    public void ack(long root, long edges) {
        Path path = pathTo(root);
        if (path != null) {
            path.acks().ack(root, edges);
        }
    }

    public void fail(long root) {
        Path path = pathTo(root);
        if (path != null) {
            path.acks().fail(root);
        }
    }

    /** Restarts the time-out of a tree. */
    public void renew(long root) {
        Path path = pathTo(root);
        if (path != null) {
            path.acks().renew(root);
        }
    }

    /** Gathers a control message for the executor of a task, see {@link Link#sendControl}. */
    public void control(int task, byte[] message) {
        byTask[task].control(message);
    }

    /** Sets whether short tuples may wait for the end of this run. They may not if calls take long, or may block. */
    public void mayGather(boolean may) {
        mayGather = may;
    }

    /** Returns whether short tuples may wait for the end of the run. */
    public boolean mayGather() {
        return mayGather;
    }

    /** Returns whether tuples wait to be handed over. */
    public boolean isGathering() {
        return !untilRunEnds.isEmpty();
    }

    /** A link is about to hand over tuples to another executor. */
    void handsOver() {
        beforeHandOver.run();
    }

    /** Registers a link that has gathered tuples. */
    void gathers(Gathering link, boolean untilTurnEnds) {
        List<Gathering> links = untilTurnEnds ? this.untilTurnEnds : untilRunEnds;
        if (!links.contains(link)) {
            links.add(link);
        }
    }

    /** Hands over tuples that links hold until the end of a task's run. Tuples that find no room are tried again. */
    public void handOver() {
        handOver(untilRunEnds, false);
    }

    /**
     * Hands over all that links have gathered: the turn ends, or a call may block.
     *
     * @param mayBlock whether the executor is about to block, and must be woken if some remain
     * @return number of links that handed over all of their tuples
     */
    public int handOverAll(boolean mayBlock) {
        return handOver(untilRunEnds, mayBlock) + handOver(untilTurnEnds, mayBlock);
    }

    private static int handOver(List<Gathering> links, boolean mayBlock) {
        int before = links.size();
        for (int i = before - 1; i >= 0; i--) {
            if (links.get(i).handOver(mayBlock)) {
                links.remove(i);
            }
        }
        return before - links.size();
    }

    /**
     * Sends all acks, and the tuples that links have gathered. Returns the number of links and paths that sent some.
     */
    public int flushAcks(boolean mayBlock) {
        int flushed = handOverAll(mayBlock);
        for (int i = 0; i < distinct.size(); i++) {
            if (distinct.get(i).flush(mayBlock)) {
                flushed++;
            }
        }
        return flushed;
    }

    public void close() {
        distinct.forEach(path -> path.link().close());
        distinct.clear();
    }

    private void takeOver(AckBuffer acks, Path path) {
        for (int i = 0; i < acks.size(); i++) {
            if (byTask[RootIds.task(acks.root(i))] == path) {
                path.acks().add(acks, i);
            }
        }
    }

    /** Returns the path to the spout task of a root; null if the root names no task of this topology. */
    private Path pathTo(long root) {
        int task = RootIds.task(root);
        return task < byTask.length ? byTask[task] : null;
    }
}
