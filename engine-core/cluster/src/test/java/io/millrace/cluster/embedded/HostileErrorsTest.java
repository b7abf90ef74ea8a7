// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Engines;
import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RunningTopology;
import io.millrace.api.RunningTopology.Status;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.error.HostileErrors;
import io.millrace.cluster.Await;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Components whose exceptions throw when they are formatted. */
@Timeout(60)
class HostileErrorsTest {

    private final Millrace engine = Millrace.local().start();

    @AfterEach
    void close() {
        engine.close();
    }

    private RunningTopology run(BasicBolt bolt) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("ask", Spouts.fed(Fields.of("kind")).answers("same"));
        builder.setBolt("hostile", bolt).shuffle("ask");
        builder.setBolt("answer", Bolts.answer(tuple -> List.of(tuple.getString(0))))
                .shuffle("hostile");
        return engine.submit("t", builder.build(), Config.empty());
    }

    private static String ask(RunningTopology run, String kind) throws Exception {
        return run.ask("ask", kind)
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS)
                .getString(0);
    }

    @ParameterizedTest
    @EnumSource(HostileErrors.class)
    void oneTupleFailsOnceWithComponentAndClass(HostileErrors kind) throws Exception {
        RunningTopology run = run(new Throws());

        assertThatThrownBy(() -> ask(run, kind.name()))
                .hasMessageContaining("failed by component 'hostile', task 2: "
                        + kind.make().getClass().getName());

        assertThat(ask(run, "good")).isEqualTo("good");
        assertThat(run.status()).isEqualTo(Status.ACTIVE);
        assertThat(run.metrics().sum("hostile", task -> task.errors())).isEqualTo(1);
    }

    private static class Throws implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("same");
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            if (!input.getString(0).equals("good")) {
                throw HostileErrors.valueOf(input.getString(0)).make();
            }
            out.emit(input.getString(0));
        }
    }

    /** Throws an error where only exceptions are expected. */
    private static final class BadGauge extends Throws {
        private static final long serialVersionUID = 1L;

        @Override
        public void prepare(TaskContext context) {
            context.gauge("bad", () -> {
                throw new AssertionError("as thrown", HostileErrors.MESSAGE.make());
            });
        }
    }

    @Test
    void aGaugeThatThrowsAnErrorIsAnErrorOfItsTask() throws Exception {
        RunningTopology run = run(new BadGauge());

        Await.until("the gauge has thrown", () -> run.metrics().sum("hostile", task -> task.errors()) > 0);

        assertThat(ask(run, "good")).isEqualTo("good");
        assertThat(run.status()).isEqualTo(Status.ACTIVE);
    }

    /** Throws in prepare or close, as often as {@link #LEFT} says. */
    private static final class Unprepared implements BasicBolt {
        private static final long serialVersionUID = 1L;
        private static final AtomicInteger LEFT = new AtomicInteger();

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("same");
        }

        @Override
        public void prepare(TaskContext context) {
            throwOnce();
        }

        private static void throwOnce() {
            if (LEFT.getAndDecrement() > 0) {
                throw new AssertionError("as thrown", HostileErrors.MESSAGE.make());
            }
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            out.emit(input.getString(0));
        }

        @Override
        public void close() {
            throwOnce();
        }
    }

    /** Each of these is a death of the engine, after which it is started again. */
    @Test
    void anEngineWhosePreparationOrCloseThrowsErrorsIsStartedAgain() throws Exception {
        Unprepared.LEFT.set(4);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("ask", Spouts.fed(Fields.of("kind")).answers("same"));
        builder.setEngines("hostile", Engines.of(new Unprepared()), 1, 1).shuffle("ask");
        builder.setBolt("answer", Bolts.answer(tuple -> List.of(tuple.getString(0))))
                .shuffle("hostile");
        RunningTopology run = engine.submit("t", builder.build(), Config.empty());

        assertThat(ask(run, "good")).isEqualTo("good");
        assertThat(run.status()).isEqualTo(Status.ACTIVE);
        assertThat(run.metrics().sum("hostile", task -> task.errors())).isBetween(2L, 4L);
    }
}
