// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.savepoint;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BasicBolt;
import io.millrace.api.CommittingBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import io.millrace.api.state.StateSpec;
import io.millrace.runtime.codec.WrittenClasses;
import io.millrace.runtime.codec.WrittenClasses.Form;
import io.millrace.runtime.codec.WrittenClasses.WrittenClass;
import io.millrace.runtime.snapshot.store.Manifest;
import io.millrace.runtime.snapshot.store.Savepoint;
import io.millrace.runtime.snapshot.store.Savepoint.Content;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SavepointChecksTest {

    private static final WrittenClasses CLASSES =
            new WrittenClasses(List.of(new WrittenClass(20, "shop.Order", Form.RECORD, true, List.of())), List.of());

    static final class Lines implements ReplayableSpout {
        private static final long serialVersionUID = 1L;

        @Override
        public void open(TaskContext context, SpoutCollector collector) {}

        @Override
        public void nextTuple() {}

        @Override
        public Object snapshot() {
            return null;
        }

        @Override
        public void restore(List<Object> snapshots) {}

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("user", "word", "other");
        }
    }

    /** A bolt whose states are given. */
    static final class Count implements StatefulBolt {
        private static final long serialVersionUID = 1L;

        private final StateSpec<?>[] specs;

        Count(StateSpec<?>... specs) {
            this.specs = specs;
        }

        @Override
        public List<StateSpec<?>> states() {
            return List.of(specs);
        }

        @Override
        public void execute(Tuple input, Emitter out) {}

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("count");
        }
    }

    static final class Plain implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    static final class Sink implements BasicBolt, CommittingBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple input, Emitter out) {}

        @Override
        public Object prepare(long snapshotId) {
            return null;
        }

        @Override
        public void commit(long snapshotId) {}

        @Override
        public void recover(long generation, List<Prepared> prepared) {}
    }

    private static final StateSpec<?> COUNT = StateSpec.value("count", Long.class);

    private static Topology topology(int tasks, StatefulBolt count, BasicBolt sink, String... keys) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new Lines(), 1);
        builder.setBolt("count", count, tasks).fields("lines", keys);
        builder.setBolt("sink", sink, 1).shuffle("count");
        return builder.build();
    }

    private static Savepoint savepoint() {
        Topology before = topology(2, new Count(COUNT), new Sink(), "user", "word");
        Manifest manifest = new Manifest(
                1, "t", "t-1", 7, 1, "1.0", 0, List.of(), List.of(), Shapes.of(before.components()), CLASSES);
        return new Savepoint(
                1,
                "t-1#1",
                manifest,
                List.of(
                        new Content("count", 4, 0, 0, 0, 100),
                        new Content("lines", 0, 0, 1, 0, 10),
                        new Content("sink", 0, 0, 0, 1, 10)));
    }

    private static void check(Topology now, String... dropped) {
        SavepointChecks.check("DIR", savepoint(), now.components(), Set.of(dropped), () -> CLASSES);
    }

    private static void refused(Topology now, String reason) {
        assertThatThrownBy(() -> check(now))
                .isInstanceOf(TopologyException.class)
                .hasMessage("the topology cannot begin with the savepoint in DIR: " + reason);
    }

    @Test
    void otherNumbersOfTasksNewStatesAndNewComponentsFit() {
        check(topology(5, new Count(StateSpec.list("new", Long.class), COUNT), new Sink(), "user", "word"));
        TopologyBuilder more = new TopologyBuilder();
        more.setSpout("lines", new Lines(), 3);
        more.setSpout("added", new Lines(), 1);
        more.setBolt("count", new Count(COUNT), 1)
                .fields("lines", "user", "word")
                .fields("added", "word", "other");
        more.setBolt("sink", new Sink(), 1).shuffle("count");
        assertThatCode(() -> check(more.build())).doesNotThrowAnyException();
    }

    @Test
    void aChangedKeyIsRefused() {
        refused(
                topology(2, new Count(COUNT), new Sink(), "word", "user"),
                "the key of component 'count' was user, word, and is word, user now: group by the same fields, or give the"
                        + " component another id");
    }

    @Test
    void aChangedOrMissingStateIsRefused() {
        refused(
                topology(2, new Count(StateSpec.list("count", Long.class)), new Sink(), "user", "word"),
                "state 'count' of component 'count' was a value of java.lang.Long by key, and is a list of java.lang.Long by key"
                        + " now: declare it as it was, or give the new one another name");
        refused(
                topology(2, new Count(), new Sink(), "user", "word"),
                "state 'count' of component 'count' is gone: declare it, or give the component another id and accept the"
                        + " loss by --allow-dropped=count");
    }

    @Test
    void aMissingComponentIsRefusedUnlessItsLossIsAccepted() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new Lines(), 1);
        builder.setBolt("sink", new Sink(), 1).shuffle("lines");
        refused(
                builder.build(),
                "component 'count' is gone, which has states: keep its id, or accept the loss by --allow-dropped=count");
        assertThatCode(() -> check(builder.build(), "count")).doesNotThrowAnyException();
    }

    @Test
    void aSpoutOrSinkThatIsNoneAnyMoreIsRefused() {
        refused(
                topology(2, new Count(COUNT), new Plain(), "user", "word"),
                "component 'sink' was a CommittingBolt with work that is not committed: keep it one, or give the new one"
                        + " another id");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Lines(), 1);
        builder.setBolt("lines", new Plain(), 1).shuffle("source");
        builder.setBolt("count", new Count(COUNT), 1).fields("source", "user", "word");
        builder.setBolt("sink", new Sink(), 1).shuffle("count");
        refused(
                builder.build(),
                "component 'lines' was a ReplayableSpout: keep it one, or give the new one another id");
    }

    @Test
    void aClassThatCannotBeReadIsRefused() {
        Topology same = topology(2, new Count(COUNT), new Sink(), "user", "word");
        assertThatThrownBy(() -> SavepointChecks.check(
                        "DIR", savepoint(), same.components(), Set.of(), () -> WrittenClasses.NONE))
                .hasMessageContaining("class shop.Order was registered, and is not now: name it in"
                        + " topology.serialization.classes");
    }
}
