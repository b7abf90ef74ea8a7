// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.task.FarLink;
import io.millrace.runtime.token.Grant;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleEncoder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The targets of tuples, and the tuples that wait, when tokens come and paths to tasks change. */
class TokenOutputTest {

    private static final int FIRST = 2;
    private static final int SECOND = 3;
    private static final long EPOCH = 7;
    private static final StreamRef STREAM = new StreamRef("source", 0, "default", Fields.of("number"), false);

    private final FarLink first = new FarLink(LinkKind.NET);
    private final FarLink second = new FarLink(LinkKind.RING);
    private final List<String> sent = new ArrayList<>();
    private TokenOutput output;

    @BeforeEach
    void make() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Spouts.fed(Fields.of("number")));
        builder.setBolt("work", Bolts.forEach(tuple -> {}), 2).firstIdle("source");
        Paths paths = new Paths(SECOND);
        paths.set(List.of(FIRST), new Path(first));
        paths.set(List.of(SECOND), new Path(second));
        ValuesCodec codec = new ValuesCodec(List.of());
        WaitingTuples waiting = new WaitingTuples(
                new WaitingMemory(1 << 20),
                new SpilledTuples(
                        null,
                        () -> {},
                        new TupleEncoder(codec, 1 << 10, () -> 0),
                        new TupleDecoder(codec, (task, index) -> STREAM, () -> 0)),
                new WaitingTrees(root -> {}, root -> {}, Long.MAX_VALUE),
                (count, cause) -> {});
        output = new TokenOutput(
                1,
                new TokenOutput.Sending(
                        tuple -> true,
                        tuple -> sent.add(tuple.getInt(0) + " to " + tuple.targetTask()),
                        (tuple, cause) -> {
                            throw cause;
                        }),
                paths,
                new TaskGraph(builder.build()).downstreamOf("source"),
                waiting,
                EPOCH);
        output.tell(0);
    }

    private void send(int number) {
        output.send(new DataTuple(STREAM, 1, -1, 0, new Object[] {number}), 0);
    }

    private void grant(int task, long epoch, int tokens) {
        output.granted(task, new Grant(epoch, tokens, 0, 0, 0));
    }

    @Test
    void noTupleGoesPastOthersThatWait() {
        send(0);
        grant(FIRST, EPOCH, 1);
        send(1);
        assertThat(sent).isEmpty();
        output.drain();
        assertThat(sent).containsExactly("0 to 2");
        grant(FIRST, EPOCH, 3);
        output.drain();
        send(2);
        assertThat(sent).containsExactly("0 to 2", "1 to 2", "2 to 2");
    }

    @Test
    void tokensOfTheNearestAreUsedFirst() {
        grant(FIRST, EPOCH, 2);
        grant(SECOND, EPOCH, 1);
        send(0);
        send(1);
        assertThat(sent).containsExactly("0 to 3", "1 to 2");
    }

    @Test
    void aConnectionThatBreaksVoidsItsTokens() {
        grant(FIRST, EPOCH, 2);
        first.breaks++;
        send(0);
        assertThat(sent).isEmpty();
        assertThat(output.findBreaks()).as("it is seen once").isFalse();
        grant(FIRST, EPOCH, 5);
        output.drain();
        assertThat(sent).as("of the epoch before").isEmpty();
        grant(FIRST, EPOCH + 1, 1);
        output.drain();
        assertThat(sent).containsExactly("0 to 2");
    }

    @Test
    void anotherPathVoidsTokens() {
        grant(FIRST, EPOCH, 2);
        send(0);
        output.pathChanged(FIRST);
        output.undo(FIRST);
        send(1);
        assertThat(sent).containsExactly("0 to 2");
        grant(FIRST, EPOCH + 1, 1);
        output.drain();
        assertThat(sent).containsExactly("0 to 2", "1 to 2");
    }

    @Test
    void whatATaskHasIsKnownUntilItSaysThatItIsDone() {
        grant(FIRST, EPOCH, 3);
        send(0);
        send(1);
        send(2);
        output.undo(FIRST);
        assertThat(output.notDone(FIRST)).isEqualTo(2);
        output.granted(FIRST, new Grant(EPOCH, 4, 0, 0, 1));
        output.granted(FIRST, new Grant(EPOCH - 1, 4, 0, 0, 2));
        assertThat(output.notDone(FIRST)).isEqualTo(1);
        output.pathChanged(FIRST);
        assertThat(output.notDone(FIRST)).as("another task").isZero();
    }

    @Test
    void aTokenThatWasNotUsedAfterAllIsUsedForTheNext() {
        grant(FIRST, EPOCH, 1);
        send(0);
        output.undo(FIRST);
        send(1);
        send(2);
        assertThat(sent).containsExactly("0 to 2", "1 to 2");
    }
}
