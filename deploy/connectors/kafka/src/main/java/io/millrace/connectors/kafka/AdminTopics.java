// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsResult;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks the servers for topics at an interval. */
final class AdminTopics implements Topics {

    private static final int REQUEST_MILLIS = 10_000;
    private static final long RETRY_NANOS = 1_000_000_000L;

    private final Admin admin;
    private final Selection selection;
    private final long everyNanos;
    private final LongSupplier nanoTime;
    private long nextAt;
    private ListTopicsResult names;
    private Map<String, KafkaFuture<TopicDescription>> described;

    AdminTopics(Admin admin, Selection selection, Duration every, LongSupplier nanoTime) {
        this.admin = admin;
        this.selection = selection;
        this.everyNanos = every.toNanos();
        this.nanoTime = nanoTime;
        nextAt = nanoTime.getAsLong();
    }

    @Override
    public Listing poll() {
        if (names == null && described == null) {
            if (nanoTime.getAsLong() - nextAt < 0) {
                return null;
            }
            nextAt = nanoTime.getAsLong() + everyNanos;
            if (selection.hasPattern()) {
                names = admin.listTopics(new ListTopicsOptions().timeoutMs(REQUEST_MILLIS));
            } else {
                describe(selection.names());
            }
        }
        if (names != null && names.names().isDone()) {
            try {
                describe(
                        names.names().get().stream().filter(selection::contains).toList());
            } catch (ExecutionException e) {
                return answer(Map.of(), Map.of("", e));
            } catch (InterruptedException e) {
                throw new IllegalStateException("a future that is done has waited", e);
            } finally {
                names = null;
            }
        }
        if (described != null && described.values().stream().allMatch(KafkaFuture::isDone)) {
            return collect();
        }
        return null;
    }

    private void describe(List<String> topics) {
        described = admin.describeTopics(
                        TopicCollection.ofTopicNames(topics), new DescribeTopicsOptions().timeoutMs(REQUEST_MILLIS))
                .topicNameValues();
    }

    private Listing collect() {
        Map<String, Topic> topics = new HashMap<>();
        Map<String, Throwable> errors = new HashMap<>();
        described.forEach((name, future) -> {
            try {
                TopicDescription topic = future.get();
                String id = topic.topicId().equals(Uuid.ZERO_UUID)
                        ? ""
                        : topic.topicId().toString();
                topics.put(name, new Topic(id, topic.partitions().size()));
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    errors.put(name, e);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException("a future that is done has waited", e);
            }
        });
        return answer(topics, errors);
    }

    private Listing answer(Map<String, Topic> topics, Map<String, Throwable> errors) {
        described = null;
        if (!errors.isEmpty() || topics.size() < selection.names().size()) {
            nextAt = nanoTime.getAsLong() + Math.min(everyNanos, RETRY_NANOS);
        }
        return new Listing(topics, errors);
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
