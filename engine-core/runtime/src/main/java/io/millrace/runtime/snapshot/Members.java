// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import io.millrace.runtime.snapshot.SnapshotMessage.Broken;
import io.millrace.runtime.snapshot.SnapshotMessage.Join;
import io.millrace.runtime.snapshot.SnapshotMessage.Ready;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The workers that have tasks. Used by the coordinator. */
final class Members {

    private final Map<String, Member> members = new TreeMap<>();
    private final CoordinatorPort port;

    Members(Collection<String> workers, CoordinatorPort port) {
        this.port = port;
        replace(workers);
    }

    /** Sets the workers. Returns whether they differ from those before. */
    boolean replace(Collection<String> workers) {
        boolean changed = members.keySet().retainAll(workers);
        for (String worker : workers) {
            changed |= members.putIfAbsent(worker, new Member(worker)) == null;
        }
        return changed;
    }

    Set<String> names() {
        return members.keySet();
    }

    Collection<Member> all() {
        return members.values();
    }

    boolean has(String worker) {
        return members.containsKey(worker);
    }

    boolean allAre(Predicate<String> state) {
        return members.keySet().stream().allMatch(state);
    }

    boolean allReady() {
        return members.values().stream().allMatch(member -> member.ready);
    }

    /** Returns descriptions of the workers that have not entered the generation. */
    List<String> notReady() {
        return members.values().stream()
                .filter(member -> !member.ready)
                .map(member -> "worker " + member.worker + (member.joined ? "" : ", which is not there"))
                .toList();
    }

    List<String> without(Predicate<String> state) {
        return members.keySet().stream().filter(state.negate()).toList();
    }

    /** Notes that a worker has joined, and returns it; null if it has no tasks, or a later start of it was heard. */
    Member joined(Join join) {
        Member member = members.get(join.worker());
        if (member == null || join.epoch() < member.epoch) {
            return null;
        }
        if (join.epoch() > member.epoch) {
            member.ready = false;
        }
        member.epoch = join.epoch();
        member.joined = true;
        return member;
    }

    /** Returns whether the start that is lost may be in the present generation. */
    boolean lost(String worker, long epoch) {
        Member member = members.get(worker);
        if (member == null || !member.joined || member.epoch != epoch) {
            return false;
        }
        member.joined = false;
        member.ready = false;
        return member.bound != Member.NONE;
    }

    /**
     * Returns the worker whose lost start is there again; null if no start was lost, or a later start of it was heard.
     */
    Member returned(String worker, long epoch) {
        Member member = members.get(worker);
        if (member == null || member.joined || member.epoch != epoch) {
            return null;
        }
        member.joined = true;
        return member;
    }

    /** Returns the worker that is ready, if its start is the one that was told to enter the generation; else null. */
    Member told(Ready ready) {
        Member member = members.get(ready.worker());
        return member != null && member.joined && member.bound == ready.epoch() ? member : null;
    }

    /** Returns whether a loss of a connection was not reported before. */
    boolean isNew(Broken message) {
        Member member = members.get(message.worker());
        if (member == null || message.number() <= member.broken) {
            return false;
        }
        member.broken = message.number();
        return true;
    }

    void sendAll(SnapshotMessage message) {
        members.values().forEach(member -> send(member, message));
    }

    void send(Member member, SnapshotMessage message) {
        port.send(member.worker, member.epoch, message);
    }
}
