// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.BoltDeclarer;
import io.millrace.api.Emitter;
import io.millrace.api.Engines;
import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.RunningTopology;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.batch.BatchErrors;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A request that a bolt fails, in whatever way, reports the component, the task and the reason. */
@Timeout(60)
class FailedRequestsTest {

    private static final String WHY = "no answer";
    private static final Duration SECOND = Duration.ofSeconds(1);

    private enum Way {
        THROWN {
            @Override
            BoltDeclarer add(TopologyBuilder builder) {
                return builder.setBolt("o", Bolts.map("m", input -> fail()));
            }
        },
        REASON {
            @Override
            BoltDeclarer add(TopologyBuilder builder) {
                return builder.setBolt("o", new Fails());
            }
        },
        LONG_REASON {
            @Override
            BoltDeclarer add(TopologyBuilder builder) {
                Fails fails = new Fails();
                fails.padding = 20_000_000;
                return builder.setBolt("o", fails);
            }
        },
        ASYNC {
            @Override
            BoltDeclarer add(TopologyBuilder builder) {
                return builder.setBolt(
                        "o",
                        Bolts.async(
                                "m",
                                input -> CompletableFuture.failedFuture(new IllegalStateException(WHY)),
                                1,
                                SECOND));
            }
        },
        ASYNC_THROWN {
            @Override
            BoltDeclarer add(TopologyBuilder builder) {
                return builder.setBolt("o", Bolts.async("m", input -> fail(), 1, SECOND));
            }
        },
        BATCH {
            @Override
            BoltDeclarer add(TopologyBuilder builder) {
                return builder.setBolt("o", Bolts.batch(1, 1_000, SECOND, (batch, out) -> fail()));
            }
        },
        BISECTED_BATCH {
            @Override
            BoltDeclarer add(TopologyBuilder builder) {
                return builder.setBolt(
                        "o",
                        Bolts.batch(1, 1_000, SECOND, (batch, out) -> fail()).onError(BatchErrors.BISECT));
            }
        },
        BATCH_ERROR {
            @Override
            BoltDeclarer add(TopologyBuilder builder) {
                return builder.setBolt("o", Bolts.batch(1, 1_000, SECOND, (batch, out) -> {
                    throw new AssertionError(WHY);
                }));
            }
        },
        ENGINE_THROWN {
            @Override
            BoltDeclarer add(TopologyBuilder builder) {
                return builder.setEngines("o", Engines.of(new Throws()), 1, 1);
            }
        },
        ENGINE_ERROR {
            @Override
            BoltDeclarer add(TopologyBuilder builder) {
                Throws throwing = new Throws();
                throwing.error = true;
                return builder.setEngines("o", Engines.of(throwing), 1, 1);
            }
        },
        ENGINE_REASON {
            @Override
            BoltDeclarer add(TopologyBuilder builder) {
                return builder.setEngines("o", Engines.of(new Fails()), 1, 1);
            }
        },
        JVM {
            @Override
            BoltDeclarer add(TopologyBuilder builder) {
                return builder.setEngines("o", Engines.java(new Throws()), 1, 1);
            }
        };

        abstract BoltDeclarer add(TopologyBuilder builder);
    }

    private static <T> T fail() {
        throw new IllegalStateException(WHY);
    }

    private static final class Throws implements BasicBolt {
        private static final long serialVersionUID = 1L;

        private boolean error;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("m");
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            if (error) {
                throw new OwnError();
            }
            fail();
        }
    }

    private static final class OwnError extends Error {
        private static final long serialVersionUID = 1L;

        OwnError() {
            super(WHY);
        }
    }

    private static final class Fails implements Bolt {
        private static final long serialVersionUID = 1L;

        private int padding;
        private transient BoltCollector out;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("m");
        }

        @Override
        public void prepare(TaskContext context, BoltCollector collector) {
            out = collector;
        }

        @Override
        public void execute(Tuple input) {
            out.fail(input, WHY + "x".repeat(padding));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theRequestNamesComponentTaskAndError(Way way) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("ask", Spouts.fed(Fields.of("n")).answers("m"));
        way.add(builder).shuffle("ask");
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = engine.submit("t", builder.build(), Config.empty());

            RequestException failure = failureOf(run);

            assertThat(failure.reason()).isEqualTo(Reason.FAILED);
            assertThat(failure).hasMessageStartingWith("failed by component 'o', task 2: ");
            assertThat(failure).hasMessageContaining(WHY);
        }
    }

    private static RequestException failureOf(RunningTopology run) throws Exception {
        try {
            run.ask("ask", 1).toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return (RequestException) e.getCause();
        }
        throw new AssertionError("the request was answered");
    }
}
