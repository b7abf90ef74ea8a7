// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A configuration file that would take memory, stack or objects is refused with one line. */
@Timeout(60)
class ConfigAttacksTest {

    @TempDir
    private Path directory;

    static Stream<Arguments> attacks() {
        StringBuilder laughs = new StringBuilder("app.a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 10; i++) {
            laughs.append("app.a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ", ").repeat(10) + "x]\n");
        }
        return Stream.of(
                Arguments.of("a billion laughs", laughs.toString()),
                Arguments.of("an alias of a map", "app.a: &a {b: c}\napp.d: *a\n"),
                Arguments.of("a merged map", "app: &a {b: c}\ntopology:\n  <<: *a\n"),
                Arguments.of("an alias of itself", "app.a: &a [*a]\n"),
                Arguments.of("deep lists", "app.a: " + "[".repeat(100_000)),
                Arguments.of("deep maps", "app.a: " + "{b: ".repeat(100_000)),
                Arguments.of("deep blocks", deepBlocks(2_000)),
                Arguments.of("much", "app.a: " + "x".repeat(4 << 20) + "\n"),
                Arguments.of("a key twice", "app.a: 1\napp.a: 2\n"),
                Arguments.of("a key twice as a tree", "app.a: 1\napp:\n  a: 2\n"),
                Arguments.of("two documents", "app.a: 1\n---\napp.a: 2\n"),
                Arguments.of(
                        "an object",
                        "app.a: !!javax.script.ScriptEngineManager [!!java.net.URLClassLoader [[!!java.net.URL"
                                + " [\"http://127.0.0.1:1/\"]]]]\n"),
                Arguments.of("an object as the document", "!!java.io.FileOutputStream [/tmp/millrace-written]\n"));
    }

    private static String deepBlocks(int depth) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            text.append(" ".repeat(i)).append(i == 0 ? "app" : "a").append(":\n");
        }
        return text.append(" ".repeat(depth)).append("a: x\n").toString();
    }

    @Test
    void aDeviceWithoutEndIsNotReadForEver() {
        Throwable error = catchThrowable(() -> ConfigSources.load(Path.of("/dev/zero"), Map.of(), List.of()));

        assertThat(error).hasMessage("/dev/zero is longer than 1048576 bytes: it is no file of settings");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("attacks")
    void isRefusedInOneLine(String name, String yaml) throws IOException {
        Path file = Files.writeString(directory.resolve("conf.yaml"), yaml);

        Throwable error = catchThrowable(() -> ConfigSources.load(file, Map.of(), List.of()));

        assertThat(error).isInstanceOf(TopologyException.class).hasMessageStartingWith(file.toString());
        assertThat(error.getMessage()).hasSizeLessThan(500).doesNotContain("\n");
        assertThat(Path.of("/tmp/millrace-written")).doesNotExist();
    }

    @Test
    void whatIsNotConfiguredListensOnThisMachineAlone() {
        assertThat(List.of(ClusterKeys.CONTROLLER_HOST, ClusterKeys.NODE_HOST, ClusterKeys.ZOOKEEPER_HOST))
                .allSatisfy(key -> assertThat(Config.empty().get(key)).isEqualTo("127.0.0.1"));
    }

    /** A tag names the type of a value, and no object of that type is made. */
    @Test
    void aTaggedTextIsItsText() throws IOException {
        Path file = Files.writeString(
                directory.resolve("conf.yaml"), "app.a: !!java.io.File x\napp.b: !!binary aGVsbG8=\napp.c: &c z\n");

        assertThat(ConfigSources.load(file, Map.of(), List.of()).asMap())
                .containsEntry("app.a", "x")
                .containsEntry("app.b", "aGVsbG8=")
                .containsEntry("app.c", "z");
    }
}
