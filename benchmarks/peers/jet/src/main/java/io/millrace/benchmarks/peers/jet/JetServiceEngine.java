// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.jet;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.core.JobStatus;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.SinkBuilder;
import com.hazelcast.jet.pipeline.SourceBuilder;
import io.millrace.benchmarks.macro.Installation;
import io.millrace.benchmarks.service.Cell;
import io.millrace.benchmarks.service.Service;
import io.millrace.benchmarks.service.ServiceEngine;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A Jet pipeline in the service's process: a source takes requests from a queue, a sink completes them. Requests pass
 * by reference, as all stages have one processor on one member.
 */
public final class JetServiceEngine implements ServiceEngine {

    /** More than callers can have under way. */
    private static final int ROOM = 4096;

    private static final int MOST_PER_CALL = 128;
    private static final String ADDRESS = Installation.HOST + ":5701";
    private static final long POLL_MILLIS = 20;

    /** Read by the source, which runs in this process. */
    private static final ArrayBlockingQueue<Object> QUEUE = new ArrayBlockingQueue<>(ROOM);

    private static final AtomicLong TAKEN = new AtomicLong();

    @Override
    public List<String> names() {
        return List.of("jet");
    }

    @Override
    public Service start(String name, Cell cell) throws InterruptedException {
        HazelcastInstance instance = Member.start(ADDRESS, List.of(ADDRESS));
        Job job = instance.getJet().newJob(pipeline());
        while (job.getStatus() != JobStatus.RUNNING) {
            Thread.sleep(POLL_MILLIS);
        }
        return new Running(instance);
    }

    private static Pipeline pipeline() {
        Pipeline pipeline = Pipeline.create();
        pipeline.readFrom(SourceBuilder.stream("requests", context -> QUEUE)
                        .<Object>fillBufferFn((queue, buffer) -> {
                            Object next;
                            for (int i = 0; i < MOST_PER_CALL && (next = queue.poll()) != null; i++) {
                                buffer.add(next);
                            }
                        })
                        .build())
                .withoutTimestamps()
                .map(JetServiceEngine::doubled)
                .setLocalParallelism(1)
                .writeTo(SinkBuilder.sinkBuilder("answers", context -> TAKEN)
                        .receiveFn((taken, item) -> {
                            if (item instanceof Request request) {
                                request.complete(request.twice);
                            } else {
                                taken.setOpaque(taken.getPlain() + 1);
                            }
                        })
                        .preferredLocalParallelism(1)
                        .build());
        return pipeline;
    }

    private static Object doubled(Object item) {
        if (item instanceof Request request) {
            request.twice = 2 * request.number;
        }
        return item;
    }

    private static final class Request extends CompletableFuture<Long> {

        private final long number;
        private long twice;

        Request(long number) {
            this.number = number;
        }
    }

    private record Running(HazelcastInstance instance) implements Service {

        @Override
        public CompletableFuture<?> ask(long number) {
            Request request = new Request(number);
            try {
                QUEUE.put(request);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                request.completeExceptionally(e);
            }
            return request;
        }

        @Override
        public long number(Object answer) {
            return (Long) answer;
        }

        @Override
        public boolean offer(Object[] values) {
            return QUEUE.offer(values);
        }

        @Override
        public long taken() {
            return TAKEN.get();
        }

        @Override
        public void close() {
            instance.getLifecycleService().terminate();
        }
    }
}
