// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Fields;
import io.millrace.api.ServiceEnd;
import io.millrace.api.Streams;
import io.millrace.api.codec.ValueCodecs;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.RegisteredClasses;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.tuple.StreamRef;
import java.util.List;

/** A client's view of the topology that it calls: its ends, its streams and its values. Immutable; any thread. */
final class ClientTopology {

    /** The shortest bound, as a worker may pause for this time however short the time-outs are. */
    private static final long LEAST_SILENCE_NANOS = 10_000_000_000L;

    private final ClientSpec spec;
    private final TaskGraph graph;
    private final List<Class<?>> registered;
    private final List<ValueCodecs> codecs;

    ClientTopology(ClientSpec spec) {
        this.spec = spec;
        this.graph = new TaskGraph(spec.topology());
        boolean builtIn = spec.loader() == null;
        this.registered = builtIn
                ? List.of()
                : RegisteredClasses.parse(spec.config().get(TopologyKeys.SERIALIZED_CLASSES), spec.loader());
        this.codecs = builtIn
                ? List.of()
                : spec.topology().codecs().stream()
                        .map(template -> template.read("codecs", ValueCodecs.class, spec.loader()))
                        .toList();
    }

    String name() {
        return spec.topologyName();
    }

    /** Returns a codec of all values, for one thread at a time. */
    ValuesCodec newCodec() {
        return new ValuesCodec(registered, codecs);
    }

    /** Returns whether services feed a task or take from it. */
    boolean isEnd(int task) {
        return graph.tasks().hasTask(task) && end(task).kind() != ServiceEnd.Kind.NONE;
    }

    ServiceEnd end(int task) {
        return graph.tasks().specOf(task).service();
    }

    List<Integer> tasksOf(String component) {
        return graph.tasks().tasksOf(component);
    }

    /** Returns how many fed tuples may wait for a task. */
    int capacity(int task) {
        return of(graph.tasks().specOf(task)).get(TopologyKeys.FEED_CAPACITY);
    }

    /** Returns the stream of the answers of a task to requests of a fed spout's task. */
    StreamRef answers(int spout, int source) {
        Fields fields = graph.answersOf(spout);
        return new StreamRef(graph.tasks().componentOf(source), -1, Streams.ANSWER, fields, false);
    }

    /** Returns the stream of a result. Throws {@link CodecException} if the task has no such stream. */
    StreamRef stream(int source, int index) {
        StreamRef stream = graph.find(source, index);
        if (stream == null) {
            throw new CodecException("a result comes from stream " + index + " of task " + source
                    + ", which this topology does not have");
        }
        return stream;
    }

    /** Returns why a request fails whose answer was received, but cannot be read. */
    String unreadableAnswer(int source, CodecException cause) {
        return "the answer of '" + graph.tasks().componentOf(source) + "' "
                + (spec.loader() == null
                        ? "has a value of a class that is not built in: let it answer with texts, numbers, booleans, lists"
                                + " and maps"
                        : "cannot be decoded: " + cause.getMessage());
    }

    /**
     * Returns after how much time without a sign of life a worker counts as stopped or cut off: the longest time-out of
     * a fed spout, and at least 10 s.
     */
    long longestSilenceNanos() {
        return spec.topology().components().stream()
                .filter(component -> component.service().kind() == ServiceEnd.Kind.FED)
                .mapToLong(component ->
                        of(component).get(TopologyKeys.MESSAGE_TIMEOUT).toNanos())
                .reduce(LEAST_SILENCE_NANOS, Math::max);
    }

    private Config of(ComponentSpec component) {
        return spec.config().with(Config.of(component.settings()));
    }
}
