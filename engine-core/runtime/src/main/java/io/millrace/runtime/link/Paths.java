package io.millrace.runtime.link;

import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.ledger.RootIds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** The paths from one executor to every task of the topology. Confined to that executor's thread. */
public final class Paths {

    private final Path[] byTask;
    private final List<Path> distinct = new ArrayList<>();

    private boolean mayGather;

    /** Links that hold tuples which are to be handed over. */
    private final List<Link> gathering = new ArrayList<>();

    /** Links that hold barriers or watermarks which are to be handed over. */
    private final List<Link> grouping = new ArrayList<>();

    private IntConsumer whenSet = task -> {};

    public Paths(int tasks) {
        byTask = new Path[tasks + 1];
    }

    /** Sets who is told of each task to which another path leads. */
    public void whenSet(IntConsumer action) {
        whenSet = action;
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
            if (old != null && old.link() instanceof AbsentLink && !waited.contains(old)) {
                waited.add(old);
            }
        }
        waited.forEach(old -> takeOver(old.acks(), path));
        List<Path> before = List.copyOf(distinct);
        distinct.clear();
        for (Path used : byTask) {
            if (used != null && !distinct.contains(used)) {
                distinct.add(used);
            }
        }
        for (Path gone : before) {
            if (!distinct.contains(gone)) {
                grouping.remove(gone.link());
                gone.link().close();
            }
        }
        tasks.forEach(whenSet::accept);
    }

    public Link to(int task) {
        return byTask[task].link();
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
                to(task).ringWhenResumed();
                if (refuses(task)) {
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

    /** Sets whether short tuples may wait for the end of the run that begins: not where calls take long, or may block. */
    public void mayGather(boolean may) {
        mayGather = may;
    }

    /** Whether short tuples may wait for the end of the run. */
    public boolean mayGather() {
        return mayGather;
    }

    /** Whether tuples wait to be handed over. */
    public boolean isGathering() {
        return !gathering.isEmpty();
    }

    /** Notes a link that has gathered its first tuple. */
    void gathers(Link link) {
        if (!gathering.contains(link)) {
            gathering.add(link);
        }
    }

    /** Notes a link that has gathered a barrier or a watermark. */
    void groups(Link link) {
        if (!grouping.contains(link)) {
            grouping.add(link);
        }
    }

    /**
     * Hands over the barriers and watermarks that links have gathered, at the end of a turn, so that those of all tasks go together.
     *
     * @param mayBlock whether the executor is about to block, and must be woken if some remain
     * @return of how many links all were handed over
     */
    public int handOverGroups(boolean mayBlock) {
        int before = grouping.size();
        for (int i = before - 1; i >= 0; i--) {
            if (grouping.get(i).handOverGroups(mayBlock)) {
                grouping.remove(i);
            }
        }
        return before - grouping.size();
    }

    /** Hands over what links have gathered, at the end of a task's run. What finds no room is tried again. */
    public void handOver() {
        for (int i = gathering.size() - 1; i >= 0; i--) {
            if (gathering.get(i).handOver()) {
                gathering.remove(i);
            }
        }
    }

    private int handOverOrRing() {
        int before = gathering.size();
        gathering.forEach(Link::ringWhenResumed);
        handOver();
        return before - gathering.size();
    }

    /** Sends all acks, and what links have gathered. Returns on how many paths some were sent. */
    public int flushAcks(boolean mayBlock) {
        if (!gathering.isEmpty()) {
            handOver();
        }
        int flushed = mayBlock && !gathering.isEmpty() ? handOverOrRing() : 0;
        if (!grouping.isEmpty()) {
            flushed += handOverGroups(mayBlock);
        }
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

    /** Returns null if the root names no task of this topology. */
    private Path pathTo(long root) {
        int task = RootIds.task(root);
        return task < byTask.length ? byTask[task] : null;
    }
}
