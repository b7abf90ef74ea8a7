// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.runtime.tuple.CopyDescriptor;
import io.millrace.runtime.tuple.CopyDescriptor.Members;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleEncoder;
import io.millrace.transport.geo.AckMerge;
import io.millrace.transport.geo.GeoSender;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/**
 * The channel that carries one copy for several tasks of another region. Its members are fixed: they may leave, but
 * other members get a channel with a later epoch. The executor's thread.
 */
final class MulticastChannel {

    private final GeoSender sender;
    private final AckMerge acks;
    private final CopyQueue queue;
    private final byte[] announcement;
    private boolean announced;

    /** The number of a member by its task. */
    private final int[] memberOf;

    /** The link to a member by its task; null if the task is no member, or has left. */
    private final MulticastLink[] linkOf;

    /** The number by which an executor acknowledges, by link. */
    private final Map<MulticastLink, Integer> acknowledgedAs = new HashMap<>();

    /**
     * @param members the tasks that get copies, and the links to them
     * @param copied whether a task of their executors gets copies
     */
    MulticastChannel(
            MulticastChannelEnd end,
            Map<Integer, MulticastLink> members,
            IntPredicate copied,
            TupleEncoder encoder,
            LongSupplier clock) {
        this.sender = end.sender();
        int tasksEnd = Collections.max(members.keySet()) + 1;
        this.memberOf = new int[tasksEnd];
        this.linkOf = new MulticastLink[tasksEnd];
        Map<MulticastLink, List<Integer>> tasks = new HashMap<>();
        members.forEach((task, link) ->
                tasks.computeIfAbsent(link, none -> new ArrayList<>()).add(task));
        List<Members> all = new ArrayList<>();
        int number = 0;
        for (Map.Entry<MulticastLink, List<Integer>> entry : tasks.entrySet()) {
            MulticastLink link = entry.getKey();
            List<Integer> own = entry.getValue();
            own.sort(null);
            for (int task : own) {
                memberOf[task] = number++;
                linkOf[task] = link;
            }
            all.add(new Members(link.target().workerEpoch(), own));
            acknowledgedAs.put(link, firstOf(link, copied));
        }
        this.acks = new AckMerge(end.channel(), end.epoch(), acknowledgedAs.values(), clock);
        this.queue = new CopyQueue(members.size(), encoder);
        this.announcement = CopyDescriptor.members(all);
    }

    /** Returns the task in whose name an executor acknowledges: the first of its tasks that may get copies. */
    private static int firstOf(MulticastLink link, IntPredicate copied) {
        return link.target().tasks().stream()
                .mapToInt(task -> task)
                .filter(copied)
                .min()
                .orElseThrow();
    }

    GeoSender sender() {
        return sender;
    }

    /** Returns whether a task gets copies by this link. */
    boolean leadsTo(int task, MulticastLink link) {
        return task < linkOf.length && linkOf[task] == link;
    }

    /** Returns whether these are the members. */
    boolean isFor(Map<Integer, MulticastLink> members) {
        long left = Arrays.stream(linkOf).filter(Objects::nonNull).count();
        return left == members.size()
                && members.entrySet().stream().allMatch(member -> leadsTo(member.getKey(), member.getValue()));
    }

    boolean offer(DataTuple tuple) {
        int member = memberOf[tuple.targetTask()];
        if (!queue.merge(tuple, member)) {
            if (!sender.hasRoom(queue.bytes(), queue.most(tuple))) {
                return false;
            }
            queue.add(tuple, member);
        }
        queue.flush(this::send, false);
        return true;
    }

    private boolean send(ByteBuffer event, int length, boolean marker) {
        if (!announced) {
            // Nothing was offered before, so there is room
            announced =
                    sender.offer(ByteBuffer.wrap(announcement).order(ByteOrder.LITTLE_ENDIAN), 0, announcement.length);
        }
        return marker ? sender.offerMarker(event, 0, length) : sender.offer(event, 0, length);
    }

    /** Sends all that was offered. Copies of it that come later go alone. */
    void endTurn() {
        if (!queue.isEmpty()) {
            queue.flush(this::send, true);
        }
        sender.doWork();
    }

    /** Returns whether all members have all that was offered. */
    boolean isDone() {
        return queue.isEmpty() && sender.isDone();
    }

    boolean isHalfFull() {
        return sender.isHalfFull();
    }

    /** Takes an acknowledgement of a member's executor. */
    void onAck(int task, ByteBuffer ack, int offset, int length) {
        if (acks.take(task, ack, offset, length)) {
            sender.onAck(acks.merged(), 0, acks.length());
        }
    }

    /** A member's worker has gone. Returns whether others are left. */
    boolean leave(MulticastLink link) {
        Arrays.setAll(linkOf, task -> linkOf[task] == link ? null : linkOf[task]);
        Integer number = acknowledgedAs.remove(link);
        if (number != null && acks.remove(number)) {
            sender.onAck(acks.merged(), 0, acks.length());
        }
        return !acknowledgedAs.isEmpty();
    }
}
