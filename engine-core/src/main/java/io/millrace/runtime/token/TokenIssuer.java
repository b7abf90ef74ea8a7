package io.millrace.runtime.token;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives the tokens of one task to its sources: at any time as many as the task has engines that have nothing to do. They go where
 * most waits. If nothing waits anywhere, they go ahead, one for each free engine, and are recalled if another source needs them. What waits
 * also gets those of engines that will be free when a message can be here; such a token comes back at once if it finds nothing waiting.
 * Messages of other streams take engines without a token. Where more of them are than engines, no engine would ever be free; what waits
 * gets one token at a time, and its message takes its turn among them.
 *
 * <p>The invariant: the messages that the task has, those on their way to it, and the tokens by which one can still be sent are not more
 * than its engines, and one more for each that will be free soon. It is broken for as long as needed by fewer engines than before or that
 * will be free soon, by messages of other streams, and by messages of an epoch whose connection broke and that come after all.
 */
public final class TokenIssuer {

    /** A token that is not used for this time is recalled, if another source needs it. */
    static final long UNUSED_NANOS = 10_000_000;

    /** No time. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final long NO_EPOCH = Long.MIN_VALUE;

    /** Takes what is to be sent to a source. */
    @FunctionalInterface
    public interface Grants {
        void send(int source, Grant grant);
    }

    private static final class Source {
        private final int task;
        private int distance;
        private long epoch = NO_EPOCH;

        /** The number of its last message. */
        private long number;

        private long granted;

        /** Of the tokens granted, those with which a message has come, and those that were returned. */
        private long arrived;

        private long returned;

        /** Of the unused ones, those that were given before anything waited. */
        private long ahead;

        /** What it has told to wait, and how many tokens it had got then. */
        private long waiting;

        private long grantedThen;
        private long recall;
        private long recalled;
        private long answered;

        /** When the first token was granted of those up to {@code firstEnd}, some of which are unused, and the first one behind them. */
        private long firstSince;

        private long firstEnd;
        private long nextSince = NEVER;
        private long lastArrival;

        /** The token whose way is timed, if what waited used it at once, and since when; {@link #NEVER} if none is. */
        private long timedToken;

        private long timedSince = NEVER;

        /** Not before does it get a token out of turn again, unless a message comes by the last one. */
        private long nextTurn = Long.MIN_VALUE;

        /** Of the tokens granted, those of which it has said that none is left. */
        private long spent;

        private boolean tell;

        Source(int task) {
            this.task = task;
        }

        long unused() {
            return granted - arrived - returned;
        }

        /** How many of its tuples wait for which it has got no token yet. */
        long unserved() {
            return Math.max(0, waiting - (granted - grantedThen));
        }

        void grant(long now) {
            if (unserved() == 0) {
                ahead++;
            } else if (timedSince == NEVER) {
                timedToken = granted + 1;
                timedSince = now;
            }
            if (unused() == 0) {
                firstSince = now;
                firstEnd = granted + 1;
                nextSince = NEVER;
            } else if (nextSince == NEVER) {
                nextSince = now;
            }
            granted++;
            tell = true;
        }

        void consumed() {
            if (arrived + returned >= firstEnd) {
                firstSince = nextSince;
                firstEnd = granted;
                nextSince = NEVER;
            }
        }

        void begin(long next) {
            epoch = next;
            number = 0;
            granted = 0;
            arrived = 0;
            returned = 0;
            ahead = 0;
            waiting = 0;
            grantedThen = 0;
            recall = 0;
            recalled = 0;
            answered = 0;
            timedSince = NEVER;
            nextTurn = Long.MIN_VALUE;
            spent = 0;
            tell = true;
        }
    }

    private final Map<Integer, Source> byTask = new HashMap<>();
    private final List<Source> sources = new ArrayList<>();
    private final TransferTime transfer = new TransferTime();
    private int engines;
    private int endingSoon;
    private int busy;

    /** Messages of other streams that the task has. */
    private int others;

    private boolean othersTakeEngines = true;

    private long unused;
    private long arrivals;
    private long byToken;
    private boolean changed;

    /** @param engines how many messages the task takes at a time */
    public TokenIssuer(int engines) {
        this.engines = engines;
    }

    /** The task has so many engines from now on. */
    public void engines(int count) {
        changed |= engines != count;
        engines = count;
    }

    /** Whether tokens wait for engines that messages of other streams have; else all messages take their turn in the task's inbox. */
    public void othersTakeEngines(boolean on) {
        changed |= othersTakeEngines != on;
        othersTakeEngines = on;
    }

    /** So many engines of those that have a message will be free when another one can be here. Fewer than before take no token back. */
    public void endingSoon(int count) {
        changed |= endingSoon < count;
        endingSoon = count;
    }

    /** Returns how long it takes from a token that a source waits for until its message is here; 0 if that is not known. */
    public long transferNanos() {
        return transfer.nanos();
    }

    /** Whether sources have told of messages for which they have got no token. */
    public boolean somethingWaits() {
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i).unserved() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns the messages that the task has got by tokens. */
    public int busy() {
        return busy;
    }

    /** Returns the tokens by which a message can still come, as far as is known. */
    public long unused() {
        return unused;
    }

    /** Returns the messages for which a free engine was known before they were sent. */
    public long byToken() {
        return byToken;
    }

    /** Returns the messages that waited for an engine at their source. */
    public long byQueue() {
        return arrivals - byToken;
    }

    /** Returns the tokens of its present epoch that a source was given; for tests. */
    long granted(int source) {
        return source(source).granted;
    }

    /** Returns the epoch by which a source's tokens are counted; for tests. */
    long epoch(int source) {
        return source(source).epoch;
    }

    /** How far away a source is: among equal ones the nearest gets a token. */
    public void distance(int source, int distance) {
        source(source).distance = distance;
    }

    /** A source has told something. */
    public void asked(int task, Ask ask) {
        Source source = source(task);
        changed = true;
        if (ask.epoch() < source.epoch) {
            // It must learn that its epoch is over
            source.tell = true;
            return;
        }
        if (ask.epoch() > source.epoch) {
            forgetTokens(source);
            source.begin(ask.epoch());
        }
        if (ask.number() <= source.number) {
            return;
        }
        source.number = ask.number();
        if (ask.recall() > source.answered
                && ask.recall() == source.recall
                && ask.returned() - source.returned < source.recalled) {
            // It has returned all that it had; the others are on their way with messages
            source.spent = ask.granted();
        }
        unused -= source.unused();
        source.returned = Math.max(source.returned, Math.min(ask.returned(), source.granted - source.arrived));
        unused += source.unused();
        source.ahead = Math.min(source.ahead, source.unused());
        source.consumed();
        if (source.arrived + source.returned >= source.timedToken) {
            // It came back
            source.timedSince = NEVER;
        }
        source.waiting = ask.waiting();
        source.grantedThen = Math.min(ask.granted(), source.granted);
        source.answered = Math.max(source.answered, ask.recall());
    }

    /** A message of a source has come: an engine is taken, whether there was a token or not. */
    public void arrived(int task, long now) {
        Source source = source(task);
        changed = true;
        busy++;
        source.lastArrival = ++arrivals;
        source.nextTurn = Long.MIN_VALUE;
        if (source.unused() > 0) {
            source.arrived++;
            source.consumed();
            if (source.timedSince != NEVER && source.arrived + source.returned >= source.timedToken) {
                transfer.add(now - source.timedSince);
                source.timedSince = NEVER;
            }
            unused--;
            if (source.ahead > 0) {
                // A source uses those first that it got first
                source.ahead--;
                byToken++;
            }
        }
    }

    /** A message has been processed, or is lost: an engine is free again. */
    public void done() {
        changed = true;
        busy--;
    }

    /** A message of a stream without tokens has come: it takes an engine, or the next one that is free. */
    public void otherArrived() {
        changed = true;
        others++;
    }

    /** A message of a stream without tokens has been processed, or is lost. */
    public void otherDone() {
        changed = true;
        others--;
    }

    /** The source has another worker than before, or another path leads to it: its tokens are void. */
    public void replaced(int task) {
        Source source = byTask.get(task);
        if (source != null && source.epoch != NO_EPOCH) {
            changed = true;
            forgetTokens(source);
            // If it lives on, it begins a later epoch as soon as it hears of this one
            source.begin(source.epoch + 1);
        }
    }

    /** What was sent to the source last may be lost. */
    public void repeat(int task) {
        Source source = byTask.get(task);
        if (source != null) {
            source.tell = true;
            changed = true;
        }
    }

    private void forgetTokens(Source source) {
        unused -= source.unused();
    }

    private Source source(int task) {
        return byTask.computeIfAbsent(task, none -> {
            Source made = new Source(task);
            sources.add(made);
            return made;
        });
    }

    /** Whether {@link #issue} may have something to do. */
    public boolean hasChanged() {
        return changed;
    }

    /**
     * Gives and recalls tokens. To be called after every change, and at the time that it returned last.
     *
     * @return when to call it again even if nothing changes
     */
    public long issue(long now, Grants grants) {
        changed = false;
        long free = engines - busy - (othersTakeEngines ? others : 0) - unused;
        boolean crowded = isCrowded();
        long soon = crowded ? Math.max(endingSoon, 1 - free) : endingSoon;
        while (free + soon > 0) {
            Source next = next(crowded ? now : NEVER);
            if (next == null || free <= 0 && next.unserved() == 0) {
                break;
            }
            next.grant(now);
            if (free <= 0) {
                // It is for an engine that is busy: what waits takes it now, or it comes back
                next.recall++;
                next.recalled = Math.min(next.unused(), 1 - free);
                next.nextTurn = crowded ? now + UNUSED_NANOS : next.nextTurn;
            }
            unused++;
            free--;
        }
        long again = free > 0 ? NEVER : recall(Math.max(0, -(free + soon)), now);
        again = crowded ? Math.min(again, nextTurn(now)) : again;
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            if (source.tell && source.epoch != NO_EPOCH) {
                source.tell = false;
                grants.send(source.task, new Grant(source.epoch, source.granted, source.recall, source.recalled));
            }
        }
        return again;
    }

    /** Whether messages of other streams wait here for engines, and none by a token does or can. */
    private boolean isCrowded() {
        return othersTakeEngines && engines > 0 && others > engines && busy + unused == 0;
    }

    /** Returns when a source that could not use its last token out of turn gets another one. */
    private long nextTurn(long now) {
        long first = NEVER;
        for (int i = 0; i < sources.size(); i++) {
            Source each = sources.get(i);
            if (each.unserved() > 0 && each.nextTurn > now) {
                first = Math.min(first, each.nextTurn);
            }
        }
        return first;
    }

    /**
     * Returns the source that gets the next token; null if none is known.
     *
     * @param turn now, if the token is out of turn, else {@link #NEVER}
     */
    private Source next(long turn) {
        Source best = null;
        for (int i = 0; i < sources.size(); i++) {
            Source each = sources.get(i);
            if (each.epoch != NO_EPOCH && each.nextTurn <= turn && (best == null || precedes(each, best))) {
                best = each;
            }
        }
        return best;
    }

    private static boolean precedes(Source one, Source other) {
        long more = one.unserved() - other.unserved();
        if (more == 0 && one.unserved() == 0) {
            // Ahead of need: all get about as many, those first that send
            more = other.unused() - one.unused();
        }
        if (more == 0) {
            more = other.distance - one.distance;
        }
        return more > 0 || more == 0 && one.lastArrival > other.lastArrival;
    }

    /**
     * Asks sources for tokens that they do not use, if others need them, or there are too many.
     *
     * @return when other tokens will have been unused for long enough
     */
    private long recall(long tooMany, long now) {
        long wanted = tooMany;
        for (int i = 0; i < sources.size(); i++) {
            wanted += sources.get(i).unserved() - openRecall(sources.get(i));
        }
        long again = NEVER;
        for (int i = 0; i < sources.size(); i++) {
            Source each = sources.get(i);
            long byOthers = wanted - each.unserved();
            if (byOthers <= 0 || each.unused() == 0 || each.granted <= each.spent || each.recall > each.answered) {
                continue;
            }
            if (each.waiting > 0 && now - each.firstSince < UNUSED_NANOS) {
                again = Math.min(again, each.firstSince + UNUSED_NANOS);
                continue;
            }
            each.recalled = Math.min(each.unused(), byOthers);
            each.recall++;
            each.tell = true;
            wanted -= each.recalled;
        }
        return again;
    }

    private static long openRecall(Source source) {
        return source.recall > source.answered ? source.recalled : 0;
    }
}
