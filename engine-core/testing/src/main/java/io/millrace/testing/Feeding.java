// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.api.ServiceEnd;
import io.millrace.api.Streams;
import io.millrace.api.Tuple;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.api.spi.Stepping;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Feeds tuples of a test: replaced spouts get them from their {@link Feed}, fed ones as from a service. Counts the
 * message ids. Used by the thread of the test.
 */
final class Feeding {

    private final TestedComponents components;
    private final Map<String, Feed> feeds = new LinkedHashMap<>();
    private final Map<Long, CompletableFuture<Void>> sends = new HashMap<>();
    private long nextMessageId;

    Feeding(TestedComponents components, Set<String> replaced) {
        this.components = components;
        replaced.forEach(spout -> feeds.put(spout, new Feed(components.require(spout, true))));
    }

    /** The feeds of replaced spouts. */
    Map<String, Feed> feeds() {
        return feeds;
    }

    long feed(Stepping stepping, String spout, RecordedEvents recording, Object... values) {
        if (!isServed(spout)) {
            return feedTo(spout, Streams.DEFAULT, 0, values);
        }
        CompletableFuture<Void> sent =
                inService(() -> stepping.feed(spout).send(values)).toCompletableFuture();
        if (sent.isCompletedExceptionally()) {
            throw refused(failureOf(sent));
        }
        recording.ids.put(sent, nextMessageId);
        sends.put(nextMessageId, sent);
        return nextMessageId++;
    }

    /** @param task target task; 0 unless the stream is direct */
    long feedTo(String spout, String stream, int task, Object... values) {
        feedOf(spout).add(nextMessageId, stream, task, values);
        return nextMessageId++;
    }

    void feedUntracked(Stepping stepping, String spout, Object... values) {
        if (isServed(spout)) {
            if (!inService(() -> stepping.feed(spout).offer(values))) {
                throw new TopologyException("spout '" + spout + "' has no room: run before more is fed, or raise "
                        + TopologyKeys.FEED_CAPACITY.name());
            }
            return;
        }
        feedOf(spout).add(null, Streams.DEFAULT, 0, values);
    }

    CompletableFuture<Tuple> ask(Stepping stepping, String function, Object... values) {
        return inService(() -> stepping.function(function).ask(values)).toCompletableFuture();
    }

    /** Returns why a tuple that was fed to a fed spout has failed; null if it has not. */
    Throwable failure(long messageId) {
        CompletableFuture<Void> sent = sends.get(messageId);
        return sent == null || !sent.isCompletedExceptionally() ? null : failureOf(sent);
    }

    void throwRefusal() {
        feeds.values().forEach(Feed::throwRefusal);
    }

    private static Throwable failureOf(CompletableFuture<Void> sent) {
        return sent.handle((none, error) -> error).join();
    }

    private boolean isServed(String spout) {
        return components.require(spout, true).service().kind() == ServiceEnd.Kind.FED && !feeds.containsKey(spout);
    }

    /** Runs a call of a service. Wrong numbers of values are mistakes of the test. */
    private static <T> T inService(Supplier<T> call) {
        try {
            return call.get();
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private static TopologyException refused(Throwable cause) {
        return new TopologyException(cause.getMessage(), cause);
    }

    private Feed feedOf(String spout) {
        if (isServed(spout)) {
            throw new TopologyException(
                    "spout '" + spout + "' is fed by a service, on its only stream: use feed, or call"
                            + " replaceSpout(\"" + spout + "\") before start");
        }
        Feed feed = feeds.get(spout);
        if (feed == null) {
            throw new TopologyException("spout '" + spout + "' is the author's own: call replaceSpout(\"" + spout
                    + "\") before start to feed it");
        }
        return feed;
    }
}
