// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.kafka;

import io.millrace.api.BoltCollector;
import io.millrace.api.CommittingBolt.Prepared;
import io.millrace.api.Counter;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;

/**
 * Sends records as they come. Called by the task's thread; the producer's thread only adds to {@link #answers} and
 * wakes the task. What was sent and not answered is bounded, so that a call of the producer does not wait for room.
 */
final class SendingTask implements SinkTask {

    private static final long RETRY_NANOS = 1_000_000_000L;
    private static final Duration CLOSE = Duration.ofSeconds(5);

    /** What becomes of a record that the servers do not take. */
    enum OnFailure {
        /** It is counted. */
        COUNT,
        /** Its input fails, so that the spout repeats it. */
        FAIL_INPUT
    }

    /**
     * What the sink sets.
     *
     * @param acksAtOnce whether an input is acked without waiting for the servers
     * @param mostBytes that may be under way
     */
    record Setup(
            String topic, Function<Tuple, OutRecord> format, OnFailure onFailure, boolean acksAtOnce, long mostBytes) {}

    /** @param error null if the servers have taken it */
    private record Answer(Tuple input, OutRecord record, Exception error) {}

    private final TaskContext context;
    private final BoltCollector out;
    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final ClientErrors errors;
    private final String servers;
    private final Function<Tuple, OutRecord> format;
    private final OnFailure onFailure;
    private final boolean acksAtOnce;
    private final long mostBytes;
    private final Counter failures;

    private final ConcurrentLinkedQueue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();

    /** What is sent again if there are snapshots, as nothing else would bring it back. */
    private List<OutRecord> again = new ArrayList<>();

    private boolean snapshots;
    private long underWay;
    private boolean paused;
    private boolean failing;

    SendingTask(
            TaskContext context,
            BoltCollector out,
            Producer<byte[], byte[]> producer,
            ClientErrors errors,
            Setup setup) {
        this.context = context;
        this.out = out;
        this.producer = producer;
        this.topic = setup.topic();
        this.errors = errors;
        this.servers = errors.servers();
        this.format = setup.format();
        this.onFailure = setup.onFailure();
        this.acksAtOnce = setup.acksAtOnce();
        this.mostBytes = setup.mostBytes();
        failures = context.counter("records.failed");
        context.gauge("records.under.way.bytes", () -> underWay);
    }

    @Override
    public void write(Tuple input) {
        OutRecord record = format.apply(input);
        if (acksAtOnce) {
            out.ack(input);
        }
        underWay += record.bytes();
        send(acksAtOnce ? null : input, record);
        takeAnswers();
    }

    private void send(Tuple input, OutRecord record) {
        try {
            producer.send(record.to(topic), (metadata, error) -> answered(new Answer(input, record, error)));
        } catch (KafkaException e) {
            answers.add(new Answer(input, record, e));
        }
    }

    /** Called by the producer's thread. */
    private void answered(Answer answer) {
        answers.add(answer);
        if (woken.compareAndSet(false, true)) {
            try {
                context.execute(() -> {
                    woken.set(false);
                    takeAnswers();
                });
            } catch (RejectedExecutionException e) {
                // The next answer, or the next input, takes this one along
                woken.set(false);
            }
        }
    }

    private void takeAnswers() {
        Answer answer;
        while ((answer = answers.poll()) != null) {
            if (answer.error == null) {
                underWay -= answer.record.bytes();
                failing = false;
                if (answer.input != null) {
                    out.ack(answer.input);
                }
            } else {
                failed(answer);
            }
        }
        pauseOrResume();
    }

    private void failed(Answer answer) {
        failures.increment();
        boolean repeats = snapshots && onFailure == OnFailure.COUNT && !acksAtOnce;
        if (!failing) {
            failing = true;
            out.reportError(failure(
                    answer,
                    repeats
                            ? "it is sent again"
                            : onFailure == OnFailure.FAIL_INPUT
                                    ? "its input fails"
                                    : "such records are lost, and counted"));
        }
        if (repeats) {
            if (again.isEmpty()) {
                context.executeAt(context.nanoTime() + RETRY_NANOS, this::sendAgain);
            }
            again.add(answer.record);
            return;
        }
        underWay -= answer.record.bytes();
        if (answer.input != null) {
            if (onFailure == OnFailure.FAIL_INPUT) {
                out.fail(answer.input, failure(answer, "its input fails").getMessage());
            } else {
                out.ack(answer.input);
            }
        }
    }

    private TopologyException failure(Answer answer, String then) {
        return errors.failure("cannot write to the topic " + topic + " at " + servers, answer.error, then);
    }

    private void sendAgain() {
        List<OutRecord> records = again;
        again = new ArrayList<>();
        records.forEach(each -> send(null, each));
    }

    private void pauseOrResume() {
        if (!paused && underWay >= mostBytes) {
            paused = true;
            out.pauseInput();
            lookLater();
        } else if (paused && underWay <= mostBytes / 2) {
            paused = false;
            out.resumeInput();
        }
    }

    /** If the last answers could not wake the task, nothing else would. */
    private void lookLater() {
        context.executeAt(context.nanoTime() + RETRY_NANOS, () -> {
            if (paused) {
                takeAnswers();
            }
            if (paused) {
                lookLater();
            }
        });
    }

    /** A pause ends with answers of the servers, which do not depend on input. */
    @Override
    public void begun(long snapshotId) {}

    @Override
    public Object prepare(long snapshotId) {
        if (!acksAtOnce) {
            producer.flush();
            takeAnswers();
            if (!again.isEmpty()) {
                sendAgain();
                producer.flush();
                takeAnswers();
            }
            if (!again.isEmpty()) {
                throw new TopologyException("cannot prepare snapshot " + snapshotId + ", as " + again.size()
                        + " records for the topic " + topic + " at " + servers
                        + " were not taken: they are sent again, and the next snapshot covers them");
            }
        }
        return null;
    }

    @Override
    public CompletionStage<Void> beginCommit(long snapshotId) {
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void recover(long generation, List<Prepared> prepared) {
        snapshots = true;
    }

    @Override
    public void close() {
        producer.close(CLOSE);
        takeAnswers();
    }
}
