// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.ResultSubscription;
import io.millrace.api.RunningTopology;
import io.millrace.api.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The Java code of docs/service.md is in {@link ServiceGuide}, and does what the page says. */
@Timeout(60)
class ServicePageTest {

    private static final Path PAGE = Path.of("..", "..", "..", "docs", "service.md");
    private static final Path SOURCE =
            Path.of("src", "test", "java", "io", "millrace", "examples", "embedded", "ServiceGuide.java");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void eachBlockIsCompiled() throws IOException {
        String source = withoutSpace(Files.readString(SOURCE));
        List<String> blocks = BLOCK.matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .toList();

        assertThat(blocks).hasSize(4);
        assertThat(blocks).allSatisfy(block -> assertThat(source).contains(withoutSpace(block)));
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void theTopologyIsAskedFedAndTakenFrom() throws Exception {
        ServiceGuide guide = new ServiceGuide();
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = engine.submit("scoring", ServiceGuide.scoring(), Config.empty());
            assertThat(ServiceGuide.ask(run).toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .isEqualTo(42);
            try (ResultSubscription subscription = guide.take(run)) {
                ServiceGuide.feed(run).toCompletableFuture().get(30, TimeUnit.SECONDS);
                assertThat(List.of(
                                guide.mailed().poll(30, TimeUnit.SECONDS),
                                guide.mailed().poll(30, TimeUnit.SECONDS)))
                        .containsExactlyInAnyOrder("bob", "cid");
                assertThat(subscription.name()).isEqualTo("mail");
            }
        }
    }
}
