// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import io.millrace.api.Feed;
import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

/** Sends the elements of a publisher. The publisher's thread and the engine's threads call it. */
final class FeedSubscriber implements Feed.Subscriber {

    private static final long RETRY_MILLIS = 1;

    private final FeedHandle feed;
    private final int window;
    private final CompletableFuture<Long> completion = new CompletableFuture<>();

    // The subscription; guarded by this
    private Flow.Subscription subscription;
    private long underWay;
    private long processed;
    private boolean published;

    FeedSubscriber(FeedHandle feed, int window) {
        this.feed = feed;
        this.window = window;
    }

    @Override
    public CompletionStage<Long> completion() {
        return completion;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        Objects.requireNonNull(given);
        synchronized (this) {
            if (subscription != null) {
                given.cancel();
                return;
            }
            subscription = given;
        }
        given.request(window);
    }

    @Override
    public void onNext(List<?> values) {
        synchronized (this) {
            underWay++;
        }
        send(values.toArray());
    }

    private void send(Object[] values) {
        if (completion.isDone()) {
            return;
        }
        CompletableFuture<Void> sent;
        try {
            sent = feed.send(values).toCompletableFuture();
        } catch (IllegalArgumentException e) {
            fail(e);
            return;
        }
        sent.whenComplete((done, failure) -> {
            if (failure == null) {
                processed();
            } else if (failure instanceof RequestException refused
                    && (refused.reason() == Reason.NO_ROOM || refused.reason() == Reason.NOT_CONNECTED)) {
                // Other threads feed too, so the window does not bound the waiting tuples; and a worker that has died
                // is replaced
                CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS)
                        .execute(() -> send(values));
            } else {
                fail(failure);
            }
        });
    }

    private void processed() {
        boolean over;
        synchronized (this) {
            underWay--;
            processed++;
            over = published && underWay == 0;
        }
        if (over) {
            completion.complete(processed);
        } else {
            subscription.request(1);
        }
    }

    private void fail(Throwable cause) {
        if (completion.completeExceptionally(cause)) {
            subscription.cancel();
        }
    }

    @Override
    public void onError(Throwable cause) {
        completion.completeExceptionally(Objects.requireNonNull(cause));
    }

    @Override
    public void onComplete() {
        boolean over;
        synchronized (this) {
            published = true;
            over = underWay == 0;
        }
        if (over) {
            completion.complete(processed);
        }
    }
}
