// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.runtime.meters.MillraceMeters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The Java code of docs/embedding.md is in {@link EmbeddingGuide}, and does what the page says. */
class EmbeddingPageTest {

    private static final Path PAGE = Path.of("..", "..", "..", "docs", "embedding.md");
    private static final Path SOURCE =
            Path.of("src", "test", "java", "io", "millrace", "examples", "embedded", "EmbeddingGuide.java");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final long SUM = 333_833_500;

    private final Topology topology = SquareService.topology(1_000);

    @Test
    void eachBlockIsCompiled() throws IOException {
        String source = withoutSpace(Files.readString(SOURCE));
        List<String> blocks = BLOCK.matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();

        assertThat(blocks).hasSizeGreaterThan(4);
        assertThat(blocks).allSatisfy(block -> assertThat(source).contains(withoutSpace(block)));
    }

    @Test
    void threadsRunATopology() throws Exception {
        assertThat(EmbeddingGuide.sum(topology)).isEqualTo(SUM);
    }

    @Test
    void twoEnginesRunTheSameName() throws Exception {
        assertThat(EmbeddingGuide.twoEngines(topology)).containsExactly(SUM, SUM);
    }

    @Test
    void metersAndHealthFollowTheEngine() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Millrace engine = EmbeddingGuide.closedWithTheJvm();
        try {
            RunningTopology run = engine.submit("squares", topology, Config.empty());
            assertThat(run.awaitCompletion(Duration.ofMinutes(1))).isTrue();
            try (MillraceMeters meters = EmbeddingGuide.meters(engine, run, registry)) {
                meters.refresh();
                assertThat(registry.getMeters()).hasSizeGreaterThan(1);
            }
            assertThat(registry.get("millrace.engine.ready").gauge().value()).isEqualTo(1);
            assertThat(EmbeddingGuide.readiness(engine)).isEqualTo(200);
        } finally {
            engine.close();
        }
        assertThat(EmbeddingGuide.readiness(engine)).isEqualTo(503);
        assertThat(registry.get("millrace.engine.ready").gauge().value()).isZero();
    }

    @Test
    void theEngineIsAPartOfAService() throws Exception {
        try (EmbeddingGuide.SquaresPart part = new EmbeddingGuide.SquaresPart(topology)) {
            assertThat(part.run().awaitCompletion(Duration.ofMinutes(1))).isTrue();
            assertThat(part.readiness()).isEqualTo(200);
        }
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
