// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Feed;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.Tuple;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The handle that feeds a spout. Any thread. */
final class FeedHandle implements Feed {

    private static final Logger LOG = LoggerFactory.getLogger(FeedHandle.class);

    private final SpoutFeed spoutFeed;
    private final FieldCheck check;
    private final boolean tracked;
    private final LongSupplier clock;
    private volatile boolean closed;

    FeedHandle(SpoutFeed spoutFeed, ComponentSpec spec, LongSupplier clock) {
        this.spoutFeed = spoutFeed;
        this.check = FieldCheck.of(spec);
        this.tracked = spec.service().retries() > 0;
        this.clock = clock;
    }

    @Override
    public boolean offer(Object... values) {
        check.check(values);
        refuseIfOver();
        return spoutFeed.offer(element(values));
    }

    @Override
    public boolean offer(Duration most, Object... values) throws InterruptedException {
        check.check(values);
        Object element = element(values);
        spoutFeed.beforeWait("offer with a time");
        long begin = System.nanoTime();
        while (true) {
            refuseIfOver();
            if (spoutFeed.offer(element)) {
                return true;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for room in '" + spoutFeed.spout() + "'");
            }
            long left = most.toNanos() - (System.nanoTime() - begin);
            if (left <= 0) {
                return false;
            }
            spoutFeed.awaitRoom(left);
        }
    }

    private Object element(Object[] values) {
        return tracked ? new Offered(spoutFeed, values, clock.getAsLong()) : values;
    }

    private void refuseIfOver() {
        String end = closed ? "this handle is closed" : spoutFeed.end();
        if (end != null) {
            throw new IllegalStateException(
                    "'" + spoutFeed.spout() + "' cannot be fed: " + end + ": feed a topology that runs");
        }
    }

    @Override
    public CompletionStage<Void> send(Object... values) {
        check.check(values);
        LocalRequest.Sent sent = new LocalRequest.Sent(spoutFeed, values, clock.getAsLong());
        String end = closed ? "this handle is closed" : spoutFeed.end();
        if (end != null) {
            sent.fail(Reason.CLOSED, "'" + spoutFeed.spout() + "' cannot be fed: " + end);
        } else if (!spoutFeed.connected()) {
            sent.fail(
                    Reason.NOT_CONNECTED,
                    "'" + spoutFeed.spout() + "' has no worker that is up and connected: wait by"
                            + " RunningTopology.awaitReady after a submit, or send again later");
        } else if (!spoutFeed.offer(sent)) {
            sent.fail(
                    Reason.NO_ROOM,
                    "'" + spoutFeed.spout() + "' has no room for more tuples now: send again when others have been"
                            + " processed, or raise topology.feed.capacity");
        }
        return sent;
    }

    @Override
    public Subscriber subscriber(int window) {
        if (window < 1) {
            throw new IllegalArgumentException("the window is " + window + ": it is at least 1");
        }
        return new FeedSubscriber(this, window);
    }

    @Override
    public void close() {
        closed = true;
    }

    /** An offered tuple that is tracked because its spout repeats failed tuples. No thread waits for it. */
    private static final class Offered extends FeedRequest<Void> {

        private final SpoutFeed spoutFeed;

        Offered(SpoutFeed spoutFeed, Object[] values, long startNanos) {
            super(values, startNanos);
            this.spoutFeed = spoutFeed;
        }

        @Override
        public boolean isAsked() {
            return false;
        }

        @Override
        public boolean isRepeatedOnDeath() {
            return true;
        }

        @Override
        public void answered(Tuple answer) {
            // No thread waits for it
        }

        @Override
        public void processed() {
            complete(null);
        }

        @Override
        public void orphaned() {
            spoutFeed.keep(this);
        }

        @Override
        public boolean completeExceptionally(Throwable cause) {
            LOG.warn("an offered tuple of '{}' is given up: {}", spoutFeed.spout(), cause.getMessage());
            return super.completeExceptionally(cause);
        }
    }
}
