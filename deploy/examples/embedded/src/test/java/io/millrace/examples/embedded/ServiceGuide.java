// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.embedded;

import io.millrace.api.Feed;
import io.millrace.api.Fields;
import io.millrace.api.ResultSubscription;
import io.millrace.api.Results;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologyFunction;
import io.millrace.api.Tuple;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;

/** The code of docs/service.md, block by block. {@link ServicePageTest} compares and runs it. */
final class ServiceGuide {

    private final BlockingQueue<String> mailed = new LinkedBlockingQueue<>();

    static Topology scoring() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("scores", Spouts.fed(Fields.of("user", "amount")).answers("score"));
        builder.setBolt("score", Bolts.answer(request -> List.of(request.getLong("amount") / 100)), 2)
                .fields("scores", "user");
        builder.setSpout("events", Spouts.fed(Fields.of("user", "amount")).retries(3));
        builder.setBolt("large", Bolts.filter(Fields.of("user", "amount"), event -> event.getLong("amount") > 1_000))
                .shuffle("events");
        builder.setBolt("alerts", Bolts.results()).shuffle("large");
        return builder.build();
    }

    static CompletionStage<Long> ask(RunningTopology run) {
        TopologyFunction scores = run.function("scores").timeout(Duration.ofSeconds(30));
        CompletionStage<Tuple> answer = scores.ask("ann", 4_200L);
        return answer.thenApply(tuple -> tuple.getLong("score"));
    }

    static CompletionStage<Void> feed(RunningTopology run) throws InterruptedException {
        Feed feed = run.feed("events");
        boolean room = feed.offer("ann", 50L);
        boolean roomInTime = feed.offer(Duration.ofSeconds(1), "bob", 2_000L);
        CompletionStage<Void> processed = feed.send("cid", 3_000L);
        if (!room || !roomInTime) {
            throw new IllegalStateException("no room");
        }
        return processed;
    }

    ResultSubscription take(RunningTopology run) {
        Results alerts = run.results("alerts").named("mail").capacity(10_000);
        ResultSubscription subscription = alerts.subscribe(alert -> mail(alert.getString("user")));
        return subscription;
    }

    private void mail(String user) {
        mailed.add(user);
    }

    BlockingQueue<String> mailed() {
        return mailed;
    }
}
