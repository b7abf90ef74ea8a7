// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.TopologyTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** The example of docs/idempotent-sinks.md is compiled and run, while workers die. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IdempotentSinksPageTest {

    @TempDir
    private Path directory;

    private static Jedis connect(int port) {
        while (true) {
            Jedis redis = new Jedis("127.0.0.1", port);
            try {
                redis.connect();
                return redis;
            } catch (JedisConnectionException e) {
                // It is not up yet
                redis.close();
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private static Map<String, String> counts(Jedis redis) {
        return new TreeMap<>(redis.hgetAll("counts"));
    }

    @Test
    void theTotalsAreRightThoughWorkersDie() throws IOException {
        Map<String, String> expected = new TreeMap<>();
        for (int i = 0; i < RedisPage.WORDS; i++) {
            expected.put("w" + i, Integer.toString(RedisPage.EACH));
        }
        Config exactlyOnce = Config.empty()
                .with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE)
                .with(TopologyKeys.SNAPSHOT_INTERVAL, Duration.ofMillis(50));
        try (RedisServer redis = new RedisServer(directory);
                Jedis reader = connect(redis.port())) {
            assertThat(counts(reader)).isEmpty();
            try (TopologyTest test = TopologyTest.of(RedisPage.topology("127.0.0.1", redis.port()))
                    .config(exactlyOnce)
                    .workers(2)
                    .start()) {
                for (String worker : new String[] {"w1", "w2"}) {
                    test.advance(Duration.ofMillis(130));
                    test.kill(worker);
                    test.restart(worker);
                }
                assertThat(test.runUntil(() -> counts(reader).equals(expected), Duration.ofMinutes(1)))
                        .as("counts in %s", redis.isStandIn() ? "the stand-in" : "Redis")
                        .isTrue();
            }
        }
    }

    @Test
    void thePagesBlockIsTheOneThatIsCompiled() throws IOException {
        String[] blocks =
                Files.readString(Path.of("../../../docs/idempotent-sinks.md")).split("```java\n");
        String source = Files.readString(Path.of("src/test/java/io/millrace/connectors/http/RedisPage.java"));
        assertThat(blocks).hasSize(2);
        assertThat(source.replaceAll("\\s+", "")).contains(blocks[1].split("```")[0].replaceAll("\\s+", ""));
    }
}
