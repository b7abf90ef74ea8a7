// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import io.millrace.api.ComponentSpec;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.grouping.TaskSet;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.Capability;
import io.millrace.runtime.task.MessageHandler;
import io.millrace.runtime.task.SpoutTask;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.task.TaskGroup;
import io.millrace.runtime.task.TaskHost;
import io.millrace.runtime.task.TaskPart;
import io.millrace.runtime.task.Timeouts;
import io.millrace.runtime.token.TokenMessage;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleEncoder;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The grouping {@link io.millrace.api.Grouping.FirstIdle} in a worker: tasks give tokens to their sources, which keep
 * tuples until they have one.
 */
public final class TokenCapability implements Capability {

    private final Config config;
    private final WaitingSpace space;
    private final LongSupplier clock;

    /**
     * @param config configuration of the topology
     * @param space space where tuples wait; its maker closes it
     */
    public TokenCapability(Config config, WaitingSpace space, LongSupplier clock) {
        this.config = config;
        this.space = space;
        this.clock = clock;
    }

    WaitingSpace space() {
        return space;
    }

    /** Returns the shortest time-out of trees of the topology. */
    long shortestTimeoutNanos(TaskGraph graph) {
        return Timeouts.shortest(
                graph.tasks().components().stream().filter(spec -> spec.kind() == ComponentSpec.Kind.SPOUT), config);
    }

    /** Makes an encoder for tuples that {@link #newDecoder} reads, which only the executor's thread may use. */
    TupleEncoder newEncoder(TaskHost host) {
        return new TupleEncoder(host.codec(), Math.toIntExact(config.get(TopologyKeys.MESSAGE_MAX_BYTES)), clock);
    }

    TupleDecoder newDecoder(TaskHost host) {
        return new TupleDecoder(host.codec(), host.graph(), clock);
    }

    @Override
    public List<TaskPart> partsOf(BoltTask task) {
        TaskSet sources = task.host().graph().sourcesOfFreeTasks(task.component());
        return sources.size() == 0
                ? outputs(task)
                : Stream.concat(Stream.of(new TokenInputPart(task, sources)), outputs(task).stream())
                        .toList();
    }

    @Override
    public List<TaskPart> partsOf(SpoutTask task) {
        return outputs(task);
    }

    private List<TaskPart> outputs(Task task) {
        List<TaskSet> components = task.host().graph().freeTasksBehind(task.component());
        return components.isEmpty() ? List.of() : List.of(new TokenOutputs(task, this, components));
    }

    @Override
    public Map<Byte, MessageHandler> messages() {
        return Map.of(TokenMessage.KIND, TokenCapability::onMessage);
    }

    private static void onMessage(TaskGroup tasks, ByteBuffer bytes, int offset, int length) {
        TokenMessage message = TokenMessage.read(bytes, offset, length);
        Task task = tasks.task(message.grant() == null ? message.target() : message.source());
        if (task == null) {
            return;
        }
        if (message.ask() != null) {
            task.part(TokenInputPart.class).ifPresent(part -> part.input().asked(message.source(), message.ask()));
        } else if (task.isOpen()) {
            task.part(TokenOutputs.class).ifPresent(part -> part.granted(message.target(), message.grant()));
        }
        task.ready();
    }
}
