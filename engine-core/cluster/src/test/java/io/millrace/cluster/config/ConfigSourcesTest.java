// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.settings.KnownKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigSourcesTest {

    @TempDir
    Path directory;

    @Test
    void laterSourcesLieOverEarlierOnes() throws IOException {
        Path file = file("zookeeper.root: /file\nzookeeper:\n  port: 1\n  connect: [a:1, b:2]\ncontroller.port: 1\n");

        Config config = ConfigSources.load(
                file,
                Map.of("MILLRACE_ZOOKEEPER_PORT", "2", "MILLRACE_CONTROLLER_PORT", "2", "MILLRACE_SERVICE_HOST", "x"),
                List.of("controller.port=3", "app.own=a=b"));

        assertThat(config.get(ClusterKeys.ZOOKEEPER_ROOT)).isEqualTo("/file");
        assertThat(config.get(ClusterKeys.ZOOKEEPER_CONNECT)).isEqualTo("a:1,b:2");
        assertThat(config.get(ClusterKeys.ZOOKEEPER_PORT)).isEqualTo(2);
        assertThat(config.get(ClusterKeys.CONTROLLER_PORT)).isEqualTo(3);
        assertThat(config.get("app.own", "")).isEqualTo("a=b");
    }

    @Test
    void anEmptyFileSetsNothing() throws IOException {
        assertThat(ConfigSources.load(file("# nothing\n"), Map.of(), List.of())).isEqualTo(Config.empty());
    }

    @Test
    void unknownKeysAreRefusedWithTheNearestKnownOne() throws IOException {
        Path file = file("zookeper:\n  connect: x\n");

        assertRefused(file, "conf.yaml: unknown key 'zookeper.connect': did you mean 'zookeeper.connect'?");
    }

    @Test
    void wrongValuesNameFileAndKey() throws IOException {
        Path file = file("topology:\n  workers: many\n");

        assertRefused(file, "conf.yaml: topology.workers is 'many': it takes integer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NO",
                "yes",
                "on",
                "True",
                "1.10",
                "007",
                "0x10",
                "0o17",
                "1_000",
                "1e3",
                ".5",
                "+1",
                "-0",
                ".inf",
                ".NaN",
                "1:30",
                "null",
                "Null",
                "~",
                "2026-01-02",
                "2026-01-02T03:04:05Z",
                "12345678901234567890123",
                "!",
                "a b"
            })
    void aValueOfTheAuthorIsItsTextInEverySource(String text) throws IOException {
        String written = text.startsWith("!") ? "'" + text + "'" : text;

        Config config = ConfigSources.load(
                file("app.plain: " + written + "\napp:\n  inner: " + written + "\n  list: [" + written + ", " + written
                        + "]\n  quoted: '" + text + "'\n  double: \"" + text + "\"\n"),
                Map.of(),
                List.of("app.argument=" + text));

        assertThat(config.asMap())
                .isEqualTo(Map.of(
                        "app.plain", text,
                        "app.inner", text,
                        "app.list", text + "," + text,
                        "app.quoted", text,
                        "app.double", text,
                        "app.argument", text));
    }

    @Test
    void nothingAndBlanksAreTextToo() throws IOException {
        Config config = ConfigSources.load(
                file("app:\n  nothing:\n  comment: # none\n  quoted: ''\n  blank: ' '\n  none: []\n  NO: 1\n"),
                Map.of(),
                List.of("app.empty=", "app.space= "));

        assertThat(config.asMap())
                .isEqualTo(Map.of(
                        "app.nothing", "",
                        "app.comment", "",
                        "app.quoted", "",
                        "app.blank", " ",
                        "app.none", "",
                        "app.NO", "1",
                        "app.empty", "",
                        "app.space", " "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"010", "0x10", "1_000", "+4", "4.0", "\u0664", "''", "null", "~", "9999999999999999999999"})
    void aNumberThatIsNotDecimalIsRefusedInEverySource(String text) throws IOException {
        String value = text.equals("''") ? "" : text;

        assertRefused(file("topology.workers: " + text + "\n"), "topology.workers");
        assertThatThrownBy(() -> ConfigSources.load(null, Map.of(), List.of("topology.workers=" + value)))
                .hasMessageStartingWith("-c topology.workers: topology.workers is '" + value + "': it takes integer");
        assertThatThrownBy(() -> ConfigSources.load(null, Map.of("MILLRACE_TOPOLOGY_WORKERS", value), List.of()))
                .hasMessageContaining("topology.workers is '" + value + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "NO", "on", "True", "TRUE", "1", "null", "~"})
    void aBooleanIsTrueOrFalse(String text) throws IOException {
        assertRefused(file("topology.task.views: " + text + "\n"), "topology.task.views");
        assertThatThrownBy(() -> ConfigSources.load(null, Map.of(), List.of("topology.task.views=" + text)))
                .hasMessage("-c topology.task.views: topology.task.views is '" + text + "': it takes true or false");
    }

    @Test
    void unitsTakeDecimalNumbersToo() {
        assertThatThrownBy(() -> ConfigSources.load(null, Map.of(), List.of("topology.message.timeout=030 s")))
                .hasMessageContaining("topology.message.timeout is '030 s'")
                .hasMessageEndingWith(", in decimal digits without a leading zero");
        assertThatThrownBy(() -> ConfigSources.load(null, Map.of(), List.of("topology.ring.bytes=010 MiB")))
                .hasMessageContaining("topology.ring.bytes is '010 MiB'");
        assertThatThrownBy(() -> ConfigSources.load(null, Map.of(), List.of("topology.engine.bounds=a=01..2")))
                .hasMessageContaining("topology.engine.bounds");
    }

    @Test
    void whatIsNoTextIsRefused() throws IOException {
        assertRefused(file("app.a: &x 1\napp.b: *x\n"), ":2: 'app.b' is an alias: write its value");
        assertRefused(file("app.a: [[1]]\n"), ":1: 'app.a' is a list of lists or maps");
        assertRefused(file("app.a: 1\n---\napp.a: 2\n"), "more than one document");
        assertRefused(file("topology.state.dir: ~\n"), ":1: 'topology.state.dir' is null: give it a value, or leave");
    }

    @Test
    void aWrongSecretIsNotShown() throws IOException {
        assertThatThrownBy(() -> ConfigSources.load(null, Map.of("MILLRACE_ZOOKEEPER_AUTH", "hidden-word"), List.of()))
                .hasMessage("environment variable MILLRACE_ZOOKEEPER_AUTH: zookeeper.auth is set wrongly: it takes"
                        + " user:password")
                .satisfies(e -> assertThat(e.getCause()).hasNoCause());
    }

    @Test
    void badFilesNameFileAndLine() throws IOException {
        assertRefused(file("a: 1\nb: [\n"), "conf.yaml:");
        assertRefused(file("- a\n"), "not a map of settings");
        assertRefused(file("node.id: a\nnode.id: b\n"), "Duplicate");
        assertRefused(file("node.id: a\nnode:\n  id: b\n"), "'node.id' is set twice");
        assertRefused(directory.resolve("none.yaml"), "no configuration file");
    }

    @Test
    void argumentsAndVariablesNameThemselves() {
        assertThatThrownBy(() -> ConfigSources.load(null, Map.of(), List.of("node.id")))
                .hasMessage("-c node.id: it takes key=value");
        assertThatThrownBy(() -> ConfigSources.load(null, Map.of(), List.of("topology.worker=2")))
                .hasMessageContaining("did you mean 'topology.workers'?");
        assertThatThrownBy(() -> ConfigSources.load(null, Map.of("MILLRACE_CONTROLLER_PORT", "99999"), List.of()))
                .hasMessageStartingWith("environment variable MILLRACE_CONTROLLER_PORT: controller.port is '99999'");
    }

    @Test
    void aTopologyMayNotSetTheClustersKeys() {
        assertThatThrownBy(() -> KnownKeys.checkedForTopology(Map.of("node.id", "x"), "topology 't'"))
                .isInstanceOf(TopologyException.class)
                .hasMessageStartingWith("topology 't': unknown key 'node.id'");
    }

    @Test
    void everyKeyReadsItsOwnDefaultAndIsNamedOnce() {
        assertThat(KnownKeys.all())
                .allSatisfy(key -> assertThat(key.defaultValue()).isNotNull());
        assertThat(KnownKeys.all()).extracting(Object::toString).doesNotHaveDuplicates();
        assertThat(KnownKeys.all()).contains(TopologyKeys.WORKERS, ClusterKeys.IPC_DIR);
    }

    private void assertRefused(Path file, String why) {
        assertThatThrownBy(() -> ConfigSources.load(file, Map.of(), List.of()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(why)
                .message()
                .doesNotContain("\n");
    }

    private Path file(String text) throws IOException {
        Path file = directory.resolve("conf.yaml");
        return Files.writeString(file, text);
    }
}
