// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Sources and targets that exchange tokens and messages over simulated connections, in one thread, with simulated time
 * and by a seed. After each event it checks that no engine has been promised twice, and that each queue was first in,
 * first out.
 */
final class TokenWorld {

    static final long MILLI = 1_000_000;

    private static final int FIRST_TARGET = 1;

    /** The source of messages that come without a token. */
    private static final int OTHER = 0;

    private record Event(long at, long number, Runnable what) {}

    private record Message(int source, long number, int target, long epoch) {}

    final class Source {
        final int task;
        private final int index;
        private long start;
        private TokenHolder holder;
        private final ArrayDeque<Long> queue = new ArrayDeque<>();
        private long emitted;
        private long lastFromQueue = -1;

        /** The time since when a target holds a token and another source has a queue, by target; -1 if not. */
        private final long[] unusedSince;

        Source(int index) {
            this.index = index;
            this.task = 100 + index;
            this.unusedSince = new long[targets.size()];
            begin();
        }

        private void begin() {
            holder = new TokenHolder(FIRST_TARGET, targets.size(), 2, ++start << 20);
            for (Target target : targets) {
                holder.distance(target.task, distance(this, target));
            }
        }

        /** Emits a message: to a task that has given a token, or into the queue. */
        void emit() {
            long number = emitted++;
            if (queue.isEmpty() && holder.available() > 0) {
                send(holder.take(), number);
            } else {
                queue.add(number);
            }
            turn();
        }

        int waiting() {
            return queue.size();
        }

        long held(Target target) {
            return holder.held(target.task);
        }

        private void turn() {
            while (!queue.isEmpty() && holder.available() > 0) {
                long number = queue.remove();
                check(number > lastFromQueue, "the queue of " + task + " was passed by");
                lastFromQueue = number;
                send(holder.take(), number);
            }
            holder.tell(queue.size(), now, now, (target, ask) -> {
                asks++;
                data(index, target).control(() -> target(target).asked(this, ask));
            });
        }

        private void send(int target, long number) {
            Message message = new Message(task, number, target, holder.epoch(target));
            flying.add(message);
            data(index, target)
                    .data(
                            () -> {
                                flying.remove(message);
                                target(target).arrived(message);
                            },
                            () -> {
                                flying.remove(message);
                                lost++;
                            });
        }

        private void granted(int target, Grant grant) {
            holder.granted(target, grant);
            turn();
        }

        /** The source's process dies, and another one takes its place. */
        void die() {
            lost += queue.size();
            queue.clear();
            lastFromQueue = -1;
            for (Target target : targets) {
                data(index, target.task).cut();
                grants(target.task, index).cut();
                target.issuer.replaced(task);
            }
            begin();
            for (Target target : targets) {
                target.turn();
            }
            turn();
        }
    }

    final class Target {
        final int task;
        int engines;
        private TokenIssuer issuer;
        private final Set<Message> seen = new HashSet<>();
        private final ArrayDeque<Message> inbox = new ArrayDeque<>();
        private int working;

        /** The number of messages that are here and came without a token. */
        private int others;

        private long otherNumber;

        /** The times when the present messages began. */
        private final List<Long> begun = new ArrayList<>();

        private int endingSoon;
        private long nextTurn = TokenIssuer.NEVER;
        private long life;

        /** The number of promised messages when engines were taken away. */
        private long promisedBefore;

        /** The number of messages that came when their epoch was over. */
        private long strays;

        private long serviceNanos = MILLI;

        Target(int task, int engines) {
            this.task = task;
            this.engines = engines;
            this.issuer = new TokenIssuer(engines);
        }

        /** Returns the number of messages that are here. */
        int busy() {
            return working + inbox.size();
        }

        void service(long nanos) {
            serviceNanos = nanos;
        }

        void engines(int count) {
            promisedBefore = promised(this);
            engines = count;
            issuer.engines(count);
            turn();
        }

        private void asked(Source source, Ask ask) {
            issuer.distance(source.task, distance(source, this));
            issuer.asked(source.task, ask, now);
            turn();
        }

        private void arrived(Message message) {
            check(seen.add(message), message + " came twice");
            if (issuer.epoch(message.source) != message.epoch) {
                strays++;
            }
            issuer.arrived(message.source, now);
            inbox.add(message);
            turn();
        }

        /** A message of another stream comes, without a token. */
        void other() {
            others++;
            issuer.otherArrived();
            inbox.add(new Message(OTHER, otherNumber++, task, 0));
            promisedBefore = promised(this);
            turn();
        }

        private void done(Message message) {
            if (message.source == OTHER) {
                others--;
                otherProcessed++;
                issuer.otherDone();
            } else {
                processed++;
                issuer.done(message.source);
            }
        }

        private void turn() {
            while (working < engines && !inbox.isEmpty()) {
                Message message = inbox.remove();
                working++;
                Long begin = now;
                begun.add(begin);
                long mine = life;
                after(serviceNanos / 2 + random.nextLong(serviceNanos), () -> {
                    if (mine == life) {
                        working--;
                        begun.remove(begin);
                        done(message);
                        turn();
                    }
                });
            }
            if (ahead) {
                lookAhead();
            }
            long again = issuer.issue(now, (source, grant) -> {
                grants++;
                Source to = sources.get(source - 100);
                grants(task, to.index).control(() -> to.granted(task, grant));
            });
            turnAt(again);
        }

        private void turnAt(long time) {
            if (time < nextTurn) {
                nextTurn = time;
                long mine = life;
                after(time - now, () -> {
                    if (mine == life && nextTurn == time) {
                        nextTurn = TokenIssuer.NEVER;
                        turn();
                    }
                });
            }
        }

        private void lookAhead() {
            long transfer = issuer.transferNanos();
            long latest = now + transfer - serviceNanos;
            int before = endingSoon;
            endingSoon = transfer == 0
                    ? 0
                    : (int) begun.stream().filter(begin -> begin <= latest).count();
            if (endingSoon < before) {
                // The time of a message has become shorter
                promisedBefore = promised(this);
            }
            issuer.endingSoon(endingSoon);
            if (transfer > 0 && issuer.somethingWaits() && endingSoon < working) {
                turnAt(now + begun.get(endingSoon) - latest);
            }
        }

        /** The target's process dies with its messages, and another one takes its place. */
        void die() {
            life++;
            begun.clear();
            endingSoon = 0;
            nextTurn = TokenIssuer.NEVER;
            lost += inbox.size() + working - others;
            others = 0;
            inbox.clear();
            working = 0;
            issuer = new TokenIssuer(engines);
            for (Source source : sources) {
                data(source.index, task).cut();
                grants(task, source.index).cut();
                source.holder.replaced(task);
                source.turn();
            }
        }
    }

    /** One direction between a source and a target: control messages overtake others. */
    final class Wire {
        private final List<Runnable[]> carried = new ArrayList<>();
        private long lastControl;
        private long lastData;

        void control(Runnable what) {
            lastControl = Math.max(lastControl, now + delay());
            carry(lastControl, what, () -> {});
            if (duplicates && random.nextInt(8) == 0) {
                // A message that comes again, after later ones
                carry(lastControl + random.nextLong(5 * MILLI), what, () -> {});
            }
        }

        void data(Runnable what, Runnable whenLost) {
            lastData = Math.max(lastData, now + delay());
            carry(lastData, what, whenLost);
        }

        private void carry(long at, Runnable what, Runnable whenLost) {
            Runnable[] entry = {what, whenLost};
            carried.add(entry);
            after(at - now, () -> {
                if (carried.remove(entry)) {
                    what.run();
                }
            });
        }

        /** Drops the messages on the wire. */
        void cut() {
            List<Runnable[]> gone = List.copyOf(carried);
            carried.clear();
            gone.forEach(entry -> entry[1].run());
        }
    }

    final SplittableRandom random;
    final List<Source> sources = new ArrayList<>();
    final List<Target> targets = new ArrayList<>();
    long now;
    long processed;
    long otherProcessed;
    long lost;
    long asks;
    long grants;

    private final PriorityQueue<Event> events =
            new PriorityQueue<>((a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Long.compare(a.number, b.number));
    private final Set<Message> flying = new HashSet<>();
    private final Map<String, Wire> wires = new HashMap<>();
    private final boolean duplicates;
    private long eventNumber;
    private long delayNanos = MILLI / 10;
    private long fixedDelay = -1;
    private boolean ahead;
    private int lastUnusedBoundMillis = -1;

    TokenWorld(long seed, int sourceCount, boolean duplicates, int... engines) {
        this.random = new SplittableRandom(seed);
        this.duplicates = duplicates;
        for (int count : engines) {
            targets.add(new Target(FIRST_TARGET + targets.size(), count));
        }
        for (int i = 0; i < sourceCount; i++) {
            sources.add(new Source(i));
        }
        sources.forEach(Source::turn);
    }

    /** Lets all messages take exactly this time from now on. */
    void delay(long nanos) {
        fixedDelay = nanos;
    }

    /** Lets targets give tokens for engines that will be free when a message can be there. */
    void ahead() {
        ahead = true;
    }

    /** Fails if a token is unused for longer than this while another source has a queue. */
    void boundUnused(int millis) {
        lastUnusedBoundMillis = millis;
    }

    private long delay() {
        return fixedDelay >= 0 ? fixedDelay : random.nextLong(1, delayNanos);
    }

    private static int distance(Source source, Target target) {
        return (source.index + target.task) % 2;
    }

    private Target target(int task) {
        return targets.get(task - FIRST_TARGET);
    }

    private Wire data(int source, int target) {
        return wires.computeIfAbsent(source + ">" + target, none -> new Wire());
    }

    private Wire grants(int target, int source) {
        return wires.computeIfAbsent(target + "<" + source, none -> new Wire());
    }

    void after(long nanos, Runnable what) {
        events.add(new Event(now + Math.max(0, nanos), eventNumber++, what));
    }

    /** The connection by which a source sends breaks, and it knows at once. */
    void breakData(Source source, Target target) {
        data(source.index, target.task).cut();
        source.holder.replaced(target.task);
        source.turn();
    }

    /** The connection by which a target sends breaks, and it knows at once. */
    void breakGrants(Source source, Target target) {
        grants(target.task, source.index).cut();
        target.issuer.repeat(source.task);
        target.turn();
    }

    /** The target loses sight of the source for a moment, which knows nothing of it. */
    void hide(Source source, Target target) {
        target.issuer.replaced(source.task);
        target.turn();
    }

    boolean step() {
        Event next = events.poll();
        if (next == null) {
            return false;
        }
        now = next.at;
        next.what.run();
        checkPromises();
        if (lastUnusedBoundMillis >= 0) {
            checkUnused();
        }
        return true;
    }

    void run(long nanos) {
        long end = now + nanos;
        while (!events.isEmpty() && events.peek().at <= end) {
            step();
        }
        now = end;
    }

    private void checkPromises() {
        for (Target target : targets) {
            long promised = promised(target);
            if (target.others > target.engines && promised == target.others + 1) {
                // No engine would ever be free for waiting tuples
                target.promisedBefore = promised;
            }
            target.promisedBefore = Math.min(target.promisedBefore, promised);
            check(
                    promised <= Math.max(target.engines + target.endingSoon, target.promisedBefore) + target.strays,
                    "task " + target.task + " has " + target.engines + " engines, and has promised " + promised);
        }
    }

    /** Returns the number of messages that a target has, that are on their way to it, and that its tokens let come. */
    private long promised(Target target) {
        long promised = target.working + target.inbox.size();
        for (Source source : sources) {
            long epoch = source.holder.epoch(target.task);
            if (target.issuer.epoch(source.task) == epoch) {
                // A token that was used without being given does not make up for another one
                promised += Math.max(0, target.issuer.granted(source.task) - source.holder.spent(target.task));
                promised += flying.stream()
                        .filter(message -> message.source == source.task
                                && message.target == target.task
                                && message.epoch == epoch)
                        .count();
            }
        }
        return promised;
    }

    private void checkUnused() {
        for (Source source : sources) {
            boolean needed = sources.stream().anyMatch(other -> other != source && other.waiting() > 0);
            for (Target target : targets) {
                int index = target.task - FIRST_TARGET;
                if (!needed || source.holder.held(target.task) == 0) {
                    source.unusedSince[index] = -1;
                } else if (source.unusedSince[index] < 0) {
                    source.unusedSince[index] = now;
                }
                check(
                        source.unusedSince[index] < 0
                                || now - source.unusedSince[index] <= lastUnusedBoundMillis * MILLI,
                        "a token of task " + target.task + " is unused at source " + source.task);
            }
        }
    }

    static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
