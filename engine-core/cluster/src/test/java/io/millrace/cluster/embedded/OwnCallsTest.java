// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.RunningTopology.Status;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Components that make calls which wait for the components' own threads. */
@Timeout(60)
class OwnCallsTest {

    private static final Duration LONG = Duration.ofMinutes(10);

    private static Millrace engine;
    private static RunningTopology run;

    private enum Call {
        KILL("kill of topology 't'") {
            @Override
            void make() {
                run.kill();
            }
        },
        CLOSE("close of the engine of topology 't'") {
            @Override
            void make() {
                engine.close();
            }
        },
        AWAIT("awaitCompletion of topology 't'") {
            @Override
            void make() throws InterruptedException {
                run.awaitCompletion(LONG);
            }
        },
        OFFER("offer with a time on 'ask' of topology 't'") {
            @Override
            void make() throws InterruptedException {
                run.feed("ask").offer(LONG, "NONE");
            }
        },
        ASK("waiting for a request on 'ask' of topology 't'") {
            @Override
            void make() {
                run.ask("ask", "NONE").toCompletableFuture().join();
            }
        },
        POLL("poll on 'results' of topology 't'") {
            @Override
            void make() throws InterruptedException {
                run.results("results").poll(LONG);
            }
        },
        REBALANCE("there is nothing to rebalance") {
            @Override
            void make() {
                run.rebalance(new RebalanceRequest(false, null, 2, Map.of()));
            }
        };

        private final String refusal;

        Call(String refusal) {
            this.refusal = refusal;
        }

        abstract void make() throws InterruptedException;
    }

    @BeforeEach
    void start() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("ask", Spouts.fed(Fields.of("call")).answers("call"));
        builder.setBolt("calls", Bolts.answer(OwnCallsTest::call)).shuffle("ask");
        builder.setBolt("results", Bolts.results().discarding()).shuffle("ask");
        engine = Millrace.local().start();
        run = engine.submit("t", builder.build(), Config.empty());
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static List<Object> call(Tuple input) {
        String name = input.getString(0);
        if (name.equals("DEACTIVATE")) {
            run.deactivate();
        } else if (!name.equals("NONE")) {
            try {
                Call.valueOf(name).make();
            } catch (InterruptedException e) {
                throw new IllegalStateException("it has waited", e);
            }
        }
        return List.of(name);
    }

    private static String ask(String call) throws Exception {
        return run.ask("ask", call)
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS)
                .getString(0);
    }

    @ParameterizedTest
    @EnumSource
    void aCallThatWouldWaitForItselfIsRefusedAtOnce(Call call) throws Exception {
        assertThatThrownBy(() -> ask(call.name()))
                .hasMessageContaining("failed by component 'calls', task 2")
                .hasMessageContaining(call.refusal);

        assertThat(ask("NONE")).isEqualTo("NONE");
        assertThat(engine.topologies()).containsExactly("t");
    }

    @Test
    void whatDoesNotWaitIsNotRefused() throws Exception {
        assertThat(ask("DEACTIVATE")).isEqualTo("DEACTIVATE");
        assertThat(run.status()).isEqualTo(Status.INACTIVE);
    }

    @Test
    void whatTheEndCompletesMayKillToo() throws Exception {
        run.deactivate();
        CompletableFuture<Void> killed = run.ask("ask", "NONE")
                .handle((answer, error) -> {
                    run.kill();
                    return (Void) null;
                })
                .toCompletableFuture();

        run.kill();

        killed.get(30, TimeUnit.SECONDS);
    }
}
