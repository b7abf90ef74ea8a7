// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Gives the tokens of one task to its sources: at any time as many as the task has free engines. They go to the sources
 * with the most waiting tuples. If no tuple waits anywhere, they go ahead, one for each free engine, and are recalled
 * if another source needs them. Waiting tuples also get tokens for engines that will be free when a message can be
 * here; such a token comes back at once if no tuple waits. Messages of other streams take engines without a token. If
 * there are more such messages than engines, no engine would ever be free; then waiting tuples get one token at a time,
 * and the message takes its turn among the others.
 *
 * <p>The invariant: the messages that the task has, those on their way to it, and the tokens by which a message can
 * still be sent are not more than its engines, and one more for each engine that will be free soon. The invariant is
 * broken, for as long as needed, when engines become fewer, or fewer will be free soon than expected, by messages of
 * other streams, and by messages of an epoch whose connection broke and that come after all.
 */
public final class TokenIssuer {

    /** The time after which an unused token is recalled, if another source needs it. */
    static final long UNUSED_NANOS = 10_000_000;

    /** The time that never comes. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Takes the messages for sources. */
    @FunctionalInterface
    public interface Grants {
        void send(int source, Grant grant);
    }

    private final Int2ObjectHashMap<TokenSource> byTask = new Int2ObjectHashMap<>();
    private final List<TokenSource> sources = new ArrayList<>();
    private final TransferTime transfer = new TransferTime();
    private int engines;
    private int endingSoon;
    private int busy;

    /** The number of messages of other streams that the task has. */
    private int others;

    private boolean othersTakeEngines = true;
    private boolean takesOutOfTurn = true;
    private boolean tellsDone;

    private long unused;
    private long arrivals;
    private long byToken;
    private boolean changed;

    /** @param engines number of messages that the task takes at a time */
    public TokenIssuer(int engines) {
        this.engines = engines;
    }

    /** Sets the number of the task's engines. */
    public void engines(int count) {
        changed |= engines != count;
        engines = count;
    }

    /** Sets whether tokens wait for engines that messages of other streams have; else all take turns in the inbox. */
    public void othersTakeEngines(boolean on) {
        changed |= othersTakeEngines != on;
        othersTakeEngines = on;
    }

    /** Sets whether waiting tuples get a token although there are more messages of other streams here than engines. */
    public void takesOutOfTurn(boolean on) {
        changed |= takesOutOfTurn != on;
        takesOutOfTurn = on;
    }

    /** Sets whether sources are told each time how many of their messages are done. */
    public void tellsDone(boolean on) {
        tellsDone = on;
    }

    /**
     * Sets how many busy engines will be free when a further message can be here. A lower number takes no token back.
     */
    public void endingSoon(int count) {
        changed |= endingSoon < count;
        endingSoon = count;
    }

    /** Returns the time from a token that a source waits for until its message is here; 0 if that is not known. */
    public long transferNanos() {
        return transfer.nanos();
    }

    /** Returns whether sources have reported messages for which they have got no token. */
    public boolean somethingWaits() {
        for (int i = 0; i < sources.size(); i++) {
            if (sources.get(i).unserved() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number of messages for which a free engine was known before they were sent. */
    public long byToken() {
        return byToken;
    }

    /** Returns the number of messages that waited for an engine at their source. */
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

    /** Sets the distance of a source: among equal sources the nearest gets a token. */
    public void distance(int source, int distance) {
        source(source).distance = distance;
    }

    /** A source has sent a report. */
    public void asked(int task, Ask ask, long now) {
        TokenSource source = source(task);
        changed = true;
        if (ask.epoch() < source.epoch) {
            // The source must learn that its epoch is over
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
            // The source has returned all that it had; the other tokens are on their way with messages
            source.spent = ask.granted();
        }
        unused -= source.unused();
        long returned = Math.min(ask.returned(), source.granted - source.arrived);
        if (returned > source.returned) {
            source.returned = returned;
            // The source had a token and did not use it
            source.blockedUntil = ask.waiting() > 0 ? now + UNUSED_NANOS : Long.MIN_VALUE;
        }
        unused += source.unused();
        source.ahead = Math.min(source.ahead, source.unused());
        source.consumed();
        if (source.arrived + source.returned >= source.timedToken) {
            // The timed token has come back
            source.timedSince = NEVER;
        }
        source.waiting = ask.waiting();
        source.grantedThen = Math.min(ask.granted(), source.granted);
        source.answered = Math.max(source.answered, ask.recall());
    }

    /** A message of a source has come: an engine is taken, whether there was a token or not. */
    public void arrived(int task, long now) {
        TokenSource source = source(task);
        changed = true;
        busy++;
        source.lastArrival = ++arrivals;
        source.blockedUntil = Long.MIN_VALUE;
        if (source.unused() > 0) {
            source.arrived++;
            source.consumed();
            if (source.timedSince != NEVER && source.arrived + source.returned >= source.timedToken) {
                transfer.add(now - source.timedSince);
                source.timedSince = NEVER;
            }
            unused--;
            if (source.ahead > 0) {
                // A source first uses the tokens that it got first
                source.ahead--;
                byToken++;
            }
        } else {
            source.strays++;
        }
    }

    /** A message of a source has been processed, or is lost: an engine is free again. */
    public void done(int task) {
        changed = true;
        busy--;
        TokenSource source = source(task);
        if (source.strays > 0) {
            // The messages without a token of this epoch came first
            source.strays--;
        } else {
            source.done++;
            source.tell |= tellsDone;
        }
    }

    /** A message of a stream without tokens has come: it takes an engine, or the next one that is free. */
    public void otherArrived() {
        changed |= othersTakeEngines;
        others++;
    }

    /** A message of a stream without tokens has been processed, or is lost. */
    public void otherDone() {
        changed |= othersTakeEngines;
        others--;
    }

    /** The source has another worker than before, or another path leads to it: its tokens are void. */
    public void replaced(int task) {
        TokenSource source = byTask.get(task);
        if (source != null && source.isKnown()) {
            changed = true;
            forgetTokens(source);
            // A source that lives on begins a later epoch as soon as it gets this one
            source.begin(source.epoch + 1);
        }
    }

    /** Repeats the last message to the source, which may be lost. */
    public void repeat(int task) {
        TokenSource source = byTask.get(task);
        if (source != null) {
            source.tell = true;
            changed = true;
        }
    }

    private void forgetTokens(TokenSource source) {
        unused -= source.unused();
    }

    private TokenSource source(int task) {
        return byTask.computeIfAbsent(task, none -> {
            TokenSource made = new TokenSource(task);
            sources.add(made);
            return made;
        });
    }

    /** Returns whether {@link #issue} may have something to do. */
    public boolean hasChanged() {
        return changed;
    }

    /**
     * Gives and recalls tokens. To be called after every change, and at the time that the last call returned.
     *
     * @return time of the next call even if nothing changes
     */
    public long issue(long now, Grants grants) {
        changed = false;
        long free = engines - busy - (othersTakeEngines ? others : 0) - unused;
        boolean crowded = isCrowded(now);
        long soon = crowded ? Math.max(endingSoon, 1 - free) : endingSoon;
        while (free + soon > 0) {
            TokenSource next = next(now, crowded);
            if (next == null || free <= 0 && next.sendable(now) == 0) {
                break;
            }
            next.grant(now);
            if (free <= 0) {
                // The token is for an engine that is busy: a waiting tuple takes it now, or it comes back
                next.recall(Math.min(next.unused(), 1 - free), now);
                next.blockedUntil = crowded ? now + UNUSED_NANOS : next.blockedUntil;
            }
            unused++;
            free--;
        }
        long again = free > 0 ? NEVER : recall(Math.max(0, -(free + soon)), now);
        again = Math.min(again, nextChange(now));
        for (int i = 0; i < sources.size(); i++) {
            TokenSource source = sources.get(i);
            if (source.tell && source.isKnown()) {
                source.tell = false;
                grants.send(
                        source.task,
                        new Grant(source.epoch, source.granted, source.recall, source.recalled, source.done));
            }
        }
        return again;
    }

    /**
     * Returns whether messages of other streams wait here for engines while no message by a token is here or can come,
     * except by tokens of silent sources.
     */
    private boolean isCrowded(long now) {
        if (!othersTakeEngines || !takesOutOfTurn || engines == 0 || others <= engines) {
            return false;
        }
        long unanswered = 0;
        for (int i = 0; i < sources.size(); i++) {
            TokenSource each = sources.get(i);
            if (each.isSilent(now)) {
                unanswered += Math.min(each.recalled, each.unused());
            }
        }
        return busy + unused - unanswered == 0;
    }

    /** Returns the time when the next source counts again as able to send, or as silent. */
    private long nextChange(long now) {
        long first = NEVER;
        for (int i = 0; i < sources.size(); i++) {
            TokenSource each = sources.get(i);
            if (each.blockedUntil > now) {
                first = Math.min(first, each.blockedUntil);
            }
            if (each.owesAnswer() && !each.isSilent(now)) {
                first = Math.min(first, each.recalledAt + TokenSource.SILENT_NANOS);
            }
        }
        return first;
    }

    /**
     * Returns the source that gets the next token; null if no source is known.
     *
     * @param answering whether sources that owe an answer are left out
     */
    private TokenSource next(long now, boolean answering) {
        TokenSource best = null;
        for (int i = 0; i < sources.size(); i++) {
            TokenSource each = sources.get(i);
            if (each.isKnown() && !(answering && each.owesAnswer()) && (best == null || each.precedes(best, now))) {
                best = each;
            }
        }
        return best;
    }

    /**
     * Recalls tokens that sources do not use, if others need them, or there are too many.
     *
     * @return time when other tokens will have been unused for long enough
     */
    private long recall(long tooMany, long now) {
        long wanted = tooMany;
        for (int i = 0; i < sources.size(); i++) {
            wanted += sources.get(i).sendable(now) - sources.get(i).openRecall();
        }
        long again = NEVER;
        for (int i = 0; i < sources.size(); i++) {
            TokenSource each = sources.get(i);
            long byOthers = wanted - each.sendable(now);
            if (byOthers <= 0 || each.unused() == 0 || each.granted <= each.spent || each.owesAnswer()) {
                continue;
            }
            if (each.waiting > 0 && now - each.firstSince < UNUSED_NANOS) {
                again = Math.min(again, each.firstSince + UNUSED_NANOS);
                continue;
            }
            each.recall(Math.min(each.unused(), byOthers), now);
            each.tell = true;
            wanted -= each.recalled;
        }
        return again;
    }
}
