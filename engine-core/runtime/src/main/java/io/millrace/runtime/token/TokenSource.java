package io.millrace.runtime.token;

/**
 * One source of a task as its {@link TokenIssuer} knows it: the tokens that it was given in its present epoch, those that came back,
 * and what it has told. Confined to the task's thread.
 */
final class TokenSource {

    /** A source that is asked for tokens and does not answer for this time may not for long: its spout waits in a call. */
    static final long SILENT_NANOS = 1_000_000_000;

    private static final long NO_EPOCH = Long.MIN_VALUE;

    final int task;
    int distance;
    long epoch = NO_EPOCH;

    /** The number of its last message. */
    long number;

    long granted;

    /** Of the tokens granted, those with which a message has come, and those that were returned. */
    long arrived;

    long returned;

    /** Of the messages that have come by these tokens, those that are done. */
    long done;

    /** Messages that came by tokens of former epochs, or without one, and are not done. */
    long strays;

    /** Of the unused ones, those that were given before anything waited. */
    long ahead;

    /** What it has told to wait, and how many tokens it had got then. */
    long waiting;

    long grantedThen;
    long recall;
    long recalled;
    long recalledAt;
    long answered;

    /** When the first token was granted of those up to {@code firstEnd}, some of which are unused, and the first one behind them. */
    long firstSince;

    long firstEnd;
    long nextSince = TokenIssuer.NEVER;
    long lastArrival;

    /** The token whose way is timed, if what waited used it at once, and since when; {@link TokenIssuer#NEVER} if none is. */
    long timedToken;

    long timedSince = TokenIssuer.NEVER;

    /** Until then it counts as a source without anything that waits, as it seems not to be able to send that now. */
    long blockedUntil = Long.MIN_VALUE;

    /** Of the tokens granted, those of which it has said that none is left. */
    long spent;

    boolean tell;

    TokenSource(int task) {
        this.task = task;
    }

    long unused() {
        return granted - arrived - returned;
    }

    /** How many of its tuples wait for which it has got no token yet. */
    long unserved() {
        return Math.max(0, waiting - (granted - grantedThen));
    }

    /** How many of them it can send now, as far as is known. */
    long sendable(long now) {
        return blockedUntil > now ? 0 : unserved();
    }

    void recall(long count, long now) {
        recall++;
        recalled = count;
        recalledAt = now;
    }

    boolean owesAnswer() {
        return recall > answered;
    }

    boolean isSilent(long now) {
        return owesAnswer() && now - recalledAt >= SILENT_NANOS;
    }

    void grant(long now) {
        if (unserved() == 0) {
            ahead++;
        } else if (timedSince == TokenIssuer.NEVER) {
            timedToken = granted + 1;
            timedSince = now;
        }
        if (unused() == 0) {
            firstSince = now;
            firstEnd = granted + 1;
            nextSince = TokenIssuer.NEVER;
        } else if (nextSince == TokenIssuer.NEVER) {
            nextSince = now;
        }
        granted++;
        tell = true;
    }

    void consumed() {
        if (arrived + returned >= firstEnd) {
            firstSince = nextSince;
            firstEnd = granted;
            nextSince = TokenIssuer.NEVER;
        }
    }

    void begin(long next) {
        strays += arrived - done;
        done = 0;
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
        timedSince = TokenIssuer.NEVER;
        blockedUntil = Long.MIN_VALUE;
        spent = 0;
        tell = true;
    }

    /** Whether it has told of an epoch, by which its tokens are counted. */
    boolean isKnown() {
        return epoch != NO_EPOCH;
    }

    /** Returns the tokens for which it was asked and has not answered. */
    long openRecall() {
        return owesAnswer() ? recalled : 0;
    }

    /** Whether it gets the next token rather than another one. */
    boolean precedes(TokenSource other, long now) {
        long more = sendable(now) - other.sendable(now);
        if (more == 0 && sendable(now) == 0) {
            // Ahead of need: all get about as many, those first that send
            more = other.unused() - unused();
        }
        if (more == 0) {
            more = other.distance - distance;
        }
        return more > 0 || more == 0 && lastArrival > other.lastArrival;
    }
}
