// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

/**
 * One source of a task in its {@link TokenIssuer}: the tokens that it was given in its present epoch, those that came
 * back, and its reports. Confined to the task's thread.
 */
final class TokenSource {

    /** The time after which a source that owes an answer counts as silent: its spout waits in a call. */
    static final long SILENT_NANOS = 1_000_000_000;

    private static final long NO_EPOCH = Long.MIN_VALUE;

    final int task;
    int distance;
    long epoch = NO_EPOCH;

    /** The number of the source's last message. */
    long number;

    long granted;

    /** The number of granted tokens with which a message has come. */
    long arrived;

    long returned;

    /** The number of messages by these tokens that are done. */
    long done;

    /** The number of messages that came by tokens of earlier epochs, or without a token, and are not done. */
    long strays;

    /** The number of unused tokens that were given before any tuple waited. */
    long ahead;

    /** The number of waiting tuples in the last report. */
    long waiting;

    long grantedThen;
    long recall;
    long recalled;
    long recalledAt;
    long answered;

    /** The time when the first token up to {@code firstEnd} was granted; some of these tokens are unused. */
    long firstSince;

    long firstEnd;
    long nextSince = TokenIssuer.NEVER;
    long lastArrival;

    /** The number of the token whose way is timed, if a waiting tuple used it at once. */
    long timedToken;

    long timedSince = TokenIssuer.NEVER;

    /**
     * The time until which it counts as a source without waiting tuples, as it seems not to be able to send them now.
     */
    long blockedUntil = Long.MIN_VALUE;

    /** The number of granted tokens of which the source has said that none is left. */
    long spent;

    boolean tell;

    TokenSource(int task) {
        this.task = task;
    }

    long unused() {
        return granted - arrived - returned;
    }

    /** Returns how many of its tuples wait for which it has got no token yet. */
    long unserved() {
        return Math.max(0, waiting - (granted - grantedThen));
    }

    /** Returns how many of the unserved tuples it can send now, as far as is known. */
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

    /** Returns whether the source has reported an epoch, by which its tokens are counted. */
    boolean isKnown() {
        return epoch != NO_EPOCH;
    }

    /** Returns the number of recalled tokens for which it owes an answer. */
    long openRecall() {
        return owesAnswer() ? recalled : 0;
    }

    /** Returns whether it gets the next token rather than another source. */
    boolean precedes(TokenSource other, long now) {
        long more = sendable(now) - other.sendable(now);
        if (more == 0 && sendable(now) == 0) {
            // The token goes ahead of need: all sources get about as many, those that send come first
            more = other.unused() - unused();
        }
        if (more == 0) {
            more = other.distance - distance;
        }
        return more > 0 || more == 0 && lastArrival > other.lastArrival;
    }
}
