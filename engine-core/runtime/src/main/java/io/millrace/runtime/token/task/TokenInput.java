// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import io.millrace.api.Component;
import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.token.Ask;
import io.millrace.runtime.token.HeadAges;
import io.millrace.runtime.token.TokenIssuer;
import io.millrace.runtime.token.TokenMessage;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** The tokens that a bolt task gives its sources, see {@link TokenIssuer}. Confined to the executor's thread. */
public final class TokenInput {

    private final int task;
    private final Predicate<StreamRef> takesTokens;
    private final Paths paths;
    private final LongSupplier clock;
    private final TaskSet sources;
    private final TokenIssuer issuer = new TokenIssuer(0);

    private final HeadAges headAges;

    /** The number of breaks of the link to each source, by source. */
    private final long[] breaks;

    /** The engines of the bolt; null before the bolt is made, and for a bolt that takes one message at a time. */
    private HasEngines engines;

    private boolean open;
    private boolean overNetwork;
    private long deadline = TokenIssuer.NEVER;

    /** The time when one more engine will be free soon. */
    private long nextEnding = TokenIssuer.NEVER;

    /** The number of messages that may wait here for engines that will be free soon. */
    private long mostAhead = 1;

    /** The stream that was looked at last. */
    private StreamRef lastStream;

    private boolean lastByTokens;

    /**
     * @param task task that gives the tokens
     * @param takesTokens whether the tuples of a stream come by tokens
     * @param tracked whether a lost tuple is sent again; else sources are told how many are done, so that they can
     *     count lost ones
     * @param clock clock in nanoseconds
     */
    TokenInput(
            int task,
            Predicate<StreamRef> takesTokens,
            boolean tracked,
            Paths paths,
            LongSupplier clock,
            TaskSet sources) {
        this.task = task;
        this.takesTokens = takesTokens;
        this.paths = paths;
        this.clock = clock;
        this.sources = sources;
        this.breaks = new long[sources.size()];
        this.headAges = new HeadAges(sources.size());
        issuer.tellsDone(!tracked);
    }

    /** The bolt was made. */
    void open(Component bolt) {
        open = true;
        engines = ReadyEngines.of(bolt);
        // A bolt without engines is asked between two messages, when none of the others is being executed
        issuer.othersTakeEngines(engines != null);
    }

    boolean comesByToken(StreamRef stream) {
        if (stream != lastStream) {
            lastByTokens = stream.isData() && takesTokens.test(stream);
            lastStream = stream;
        }
        return lastByTokens;
    }

    /** A tuple has come. */
    void arrived(DataTuple tuple) {
        if (comesByToken(tuple.stream())) {
            issuer.arrived(tuple.sourceTask(), clock.getAsLong());
        } else if (tuple.stream().isData()) {
            issuer.otherArrived();
        }
    }

    /** A tuple was executed. */
    void executed(DataTuple tuple) {
        if (engines == null) {
            done(tuple.stream(), tuple.sourceTask());
        }
    }

    /** A tuple was acked or failed for the first time. */
    void settled(DataTuple tuple) {
        if (engines != null) {
            done(tuple.stream(), tuple.sourceTask());
        }
    }

    private void done(StreamRef stream, int source) {
        if (comesByToken(stream)) {
            issuer.done(source);
        } else if (stream.isData()) {
            issuer.otherDone();
        }
    }

    /** A tuple has come and is not executed. */
    void lost(StreamRef stream, int source) {
        if (comesByToken(stream)) {
            issuer.arrived(source, clock.getAsLong());
            issuer.done(source);
        }
    }

    void asked(int source, Ask ask) {
        int index = sources.indexOf(source);
        if (index >= 0) {
            look(source);
            long now = clock.getAsLong();
            issuer.asked(source, ask, now);
            headAges.told(index, ask, now);
        }
    }

    private void look(int source) {
        Path path = paths.to(source);
        issuer.distance(source, path.distance());
        if (path.distance() > 1) {
            overNetwork = true;
            isBroken(source);
        }
    }

    private boolean isBroken(int source) {
        long now = paths.to(source).breaks();
        int index = sources.indexOf(source);
        if (breaks[index] == now) {
            return false;
        }
        breaks[index] = now;
        issuer.repeat(source);
        return true;
    }

    /** Looks for connections that broke. Returns whether one did. */
    boolean findBreaks() {
        boolean found = false;
        for (int i = 0; overNetwork && i < sources.size(); i++) {
            found |= isBroken(sources.task(i));
        }
        return found;
    }

    /** Another path leads to a source. */
    void pathChanged(int source) {
        int index = sources.indexOf(source);
        if (index >= 0) {
            issuer.replaced(source);
            headAges.forget(index);
        }
    }

    /** Returns the reports of the sources on their queues. */
    public HeadAges headAges() {
        return headAges;
    }

    /** Returns how many messages came by tokens that were given ahead. */
    public long byToken() {
        return issuer.byToken();
    }

    /** Returns how many messages came by tokens for which they had waited. */
    public long byQueue() {
        return issuer.byQueue();
    }

    /**
     * A tuple that came by a token waits for an engine.
     *
     * @param inboxBytes number of bytes that may wait before sources are told to pause
     */
    void waits(DataTuple tuple, long inboxBytes) {
        if (comesByToken(tuple.stream())) {
            // The next tuple must not meet the pause, which would hold up all that its source sends
            mostAhead = Math.max(1, inboxBytes / Math.max(1, tuple.bytes()) - 1);
        }
    }

    /**
     * Gives tokens, at the end of a turn of the task.
     *
     * @param mayEmit whether engines that are done can be free, as their emissions find room
     * @param paused whether the task takes no messages, as those of other streams fill its inbox: a tuple sent by a
     *     token would stay in its source's outbox
     */
    void issue(long now, boolean mayEmit, boolean paused) {
        if (!open) {
            return;
        }
        if (engines == null) {
            issuer.engines(paused ? 0 : 1);
        } else {
            issuer.engines(engines.engines());
            issuer.takesOutOfTurn(!paused);
            lookAhead(mayEmit);
        }
        if (issuer.hasChanged() || deadline <= now) {
            deadline = issuer.issue(
                    now, (source, grant) -> paths.control(source, TokenMessage.grant(source, task, grant)));
        }
    }

    /** Gives tokens for engines that will be free soon, so that waiting tuples are on their way meanwhile. */
    private void lookAhead(boolean mayEmit) {
        long transfer = issuer.transferNanos();
        boolean isOfUse = transfer > 0 && mayEmit;
        issuer.endingSoon(isOfUse ? (int) Math.min(mostAhead, engines.endingWithin(transfer)) : 0);
        nextEnding = isOfUse && issuer.somethingWaits() ? engines.nextEndingWithin(transfer) : TokenIssuer.NEVER;
    }

    boolean isReady() {
        return open && issuer.hasChanged();
    }

    long deadline() {
        return Math.min(deadline, nextEnding);
    }
}
