package io.millrace.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        assertThatThrownBy(() -> ConfigSources.checkedForTopology(Map.of("node.id", "x"), "topology 't'"))
                .isInstanceOf(TopologyException.class)
                .hasMessageStartingWith("topology 't': unknown key 'node.id'");
    }

    @Test
    void everyKeyReadsItsOwnDefaultAndIsNamedOnce() {
        assertThat(ConfigSources.known())
                .allSatisfy(key -> assertThat(key.defaultValue()).isNotNull());
        assertThat(ConfigSources.known()).extracting(Object::toString).doesNotHaveDuplicates();
        assertThat(ConfigSources.known()).contains(TopologyKeys.WORKERS, ClusterKeys.IPC_DIR);
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
