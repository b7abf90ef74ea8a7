// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.Path;
import io.millrace.runtime.link.Paths;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.task.FarLink;
import io.millrace.runtime.task.Ticks;
import io.millrace.runtime.token.Ask;
import io.millrace.runtime.token.Grant;
import io.millrace.runtime.token.TokenIssuer;
import io.millrace.runtime.token.TokenMessage;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The grants of a task when messages come, are lost, and connections to its source break. */
class TokenInputTest {

    private static final int SOURCE = 1;
    private static final int TASK = 2;
    private static final long EPOCH = 7;
    private static final StreamRef STREAM = new StreamRef("source", 0, "default", Fields.of("number"), false);

    private static final StreamRef OTHER = new StreamRef("source", 1, "other", Fields.of("number"), false);

    private final FarLink link = new FarLink(LinkKind.NET);
    private final Paths paths = new Paths(TASK);
    private TokenInput input;
    private long now;
    private boolean mayEmit = true;
    private boolean paused;

    @BeforeEach
    void make() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", Spouts.fed(Fields.of("number")));
        builder.setBolt("work", Bolts.forEach(tuple -> {})).firstIdle("source");
        paths.set(List.of(SOURCE), new Path(link));
        input = new TokenInput(
                TASK,
                STREAM::equals,
                true,
                paths,
                () -> now,
                new TaskGraph(builder.build()).sourcesOfFreeTasks("work"));
        input.open(Bolts.forEach(tuple -> {}));
        ask(1, 1);
    }

    private void ask(long number, long waiting) {
        input.asked(SOURCE, new Ask(EPOCH, number, 0, 0, waiting, 0, 0));
    }

    private static DataTuple tuple() {
        return new DataTuple(STREAM, SOURCE, TASK, 0, new Object[] {1});
    }

    /** Returns the tokens granted in all, as reported by this turn; null if there was no report. */
    private Long granted() {
        link.controls.clear();
        input.issue(0, mayEmit, paused);
        paths.flushAcks(false);
        if (link.controls.isEmpty()) {
            return null;
        }
        assertThat(link.controls).hasSize(1);
        ByteBuffer message = ByteBuffer.wrap(link.controls.get(0)).order(ByteOrder.LITTLE_ENDIAN);
        Grant grant = TokenMessage.read(message, 0, message.capacity()).grant();
        assertThat(grant.epoch()).isEqualTo(EPOCH);
        return grant.granted();
    }

    @Test
    void aTaskWithoutEnginesTakesOneMessageAtATime() {
        assertThat(granted()).isEqualTo(1);
        assertThat(granted()).as("nothing has changed").isNull();
        input.arrived(tuple());
        assertThat(granted()).as("it is busy").isNull();
        input.executed(tuple());
        assertThat(granted()).isEqualTo(2);
    }

    @Test
    void aGrantIsToldAgainWhenItsConnectionBreaks() {
        assertThat(granted()).isEqualTo(1);
        link.breaks++;
        assertThat(input.findBreaks()).isTrue();
        assertThat(granted()).as("the same, not another one").isEqualTo(1);
        assertThat(input.findBreaks()).isFalse();
        assertThat(granted()).isNull();
    }

    @Test
    void aMessageThatIsLostOnArrivalFreesItsToken() {
        assertThat(granted()).isEqualTo(1);
        input.lost(STREAM, SOURCE);
        assertThat(granted()).isEqualTo(2);
    }

    /** A bolt with one engine, which will be free soon or not. */
    private static final class OneEngine implements Bolt, HasEngines {

        private static final long serialVersionUID = 1L;
        private static final long SOON = 500;

        private boolean soon;
        private long asked;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void prepare(TaskContext context, BoltCollector out) {}

        @Override
        public void execute(Tuple input) {}

        @Override
        public int engines() {
            return 1;
        }

        @Override
        public int endingWithin(long nanos) {
            asked = nanos;
            return soon ? 1 : 0;
        }

        @Override
        public long nextEndingWithin(long nanos) {
            return SOON;
        }
    }

    @Test
    void whatWaitsGetsTheTokenOfAnEngineThatWillBeFreeSoon() {
        OneEngine bolt = new OneEngine();
        input.open(bolt);
        assertThat(granted()).isEqualTo(1);
        now = 70;
        input.arrived(tuple());
        assertThat(granted()).isNull();
        assertThat(bolt.asked).as("thrice the time of the first message").isEqualTo(210);
        assertThat(input.deadline()).as("nothing waits").isEqualTo(TokenIssuer.NEVER);

        ask(2, 3);
        bolt.soon = false;
        assertThat(granted()).isNull();
        assertThat(input.deadline()).isEqualTo(OneEngine.SOON);
        bolt.soon = true;
        mayEmit = false;
        assertThat(granted()).as("what it emits finds no room").isNull();
        mayEmit = true;
        assertThat(granted()).isEqualTo(2);
        assertThat(granted()).as("one ahead").isNull();
        input.settled(tuple());
        bolt.soon = false;
        assertThat(granted()).as("it is the engine's now").isNull();
    }

    private static DataTuple other() {
        return new DataTuple(OTHER, SOURCE, TASK, 0, new Object[] {1});
    }

    @Test
    void messagesOfOtherStreamsTakeNoToken() {
        assertThat(granted()).isEqualTo(1);
        input.arrived(other());
        input.lost(OTHER, SOURCE);
        assertThat(granted()).isNull();
        input.executed(other());
        input.arrived(tuple());
        input.executed(tuple());
        assertThat(granted()).isEqualTo(2);
    }

    @Test
    void noEngineIsPromisedThatAMessageOfAnotherStreamHas() {
        OneEngine bolt = new OneEngine();
        input.open(bolt);
        input.arrived(other());
        input.executed(other());
        assertThat(granted()).as("the engine has it").isZero();
        input.settled(other());
        assertThat(granted()).isEqualTo(1);
    }

    @Test
    void aTaskWithoutEnginesGivesItsTokenWhateverWaitsInItsInbox() {
        input.arrived(other());
        assertThat(granted()).isEqualTo(1);
        input.executed(other());
        assertThat(granted()).as("nothing new").isNull();
    }

    @Test
    void aTaskThatTakesNoMessagesGivesNoToken() {
        paused = true;
        assertThat(granted())
                .as("its message would wait at the source, which could not send others")
                .isZero();
        paused = false;
        assertThat(granted()).isEqualTo(1);
    }

    @Test
    void aTaskWithEnginesThatTakesNoMessagesGivesNoTokenOutOfTurn() {
        input.open(new OneEngine());
        input.arrived(other());
        input.arrived(other());
        paused = true;
        assertThat(granted()).isZero();
        paused = false;
        assertThat(granted()).isEqualTo(1);
    }

    @Test
    void messagesOfTheEngineTakeNoEngine() {
        input.arrived(new DataTuple(Ticks.STREAM, SOURCE, TASK, 0, new Object[] {}));
        assertThat(granted()).isEqualTo(1);
    }
}
