// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.Millrace;
import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A service that uses its topology as soon as it is ready, in worker processes. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class ReadyIT {

    private static final Duration MOST = Duration.ofSeconds(60);

    @TempDir
    Path rings;

    private static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("events", Spouts.fed(Fields.of("n")));
        builder.setSpout("questions", Spouts.fed(Fields.of("n")).answers("n"));
        builder.setBolt("answer", Bolts.answer(request -> List.of(request.getLong("n") + 1)))
                .shuffle("questions");
        builder.setBolt("all", Bolts.results().discarding()).shuffle("events");
        return builder.build();
    }

    @Test
    void whatIsReadyTakesTheFirstTupleAndNothingOfTheEngineStays() throws Exception {
        Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
        try (Millrace engine = Millrace.local()
                .processes()
                .set(ClusterKeys.IPC_DIR.name(), rings.toString())
                .start()) {
            RunningTopology run = engine.submit("service", topology(), Config.empty());
            CompletableFuture<Void> early = run.feed("events").send(1L).toCompletableFuture();
            assertThat(early.handle((done, failure) -> failure == null ? null : ((RequestException) failure).reason())
                            .get(MOST.toSeconds(), TimeUnit.SECONDS))
                    .isIn(null, Reason.NOT_CONNECTED);

            assertThat(run.awaitReady(MOST)).isTrue();

            assertThat(engine.health().reasons()).isEmpty();
            run.feed("events").send(2L).toCompletableFuture().get(MOST.toSeconds(), TimeUnit.SECONDS);
            assertThat(run.ask("questions", 4L)
                            .toCompletableFuture()
                            .get(MOST.toSeconds(), TimeUnit.SECONDS)
                            .getLong(0))
                    .isEqualTo(5);
            assertThat(files("client.ring")).hasSize(1);
        }
        assertThat(files("")).isEmpty();
        Await.until(
                "no thread of the engine is left",
                MOST,
                () -> Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> !before.contains(thread))
                        .noneMatch(thread -> thread.getName().contains("millrace")
                                || thread.getName().contains("Curator")
                                || thread.getName().contains("SendThread")));
    }

    /** Those in shared memory whose names end so. */
    private List<Path> files(String end) throws IOException {
        try (Stream<Path> found = Files.walk(rings)) {
            return found.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(end))
                    .toList();
        }
    }
}
