// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static io.millrace.deploy.DeploymentFiles.at;
import static io.millrace.deploy.DeploymentFiles.documents;
import static io.millrace.deploy.DeploymentFiles.mentioned;
import static io.millrace.deploy.DeploymentFiles.object;
import static io.millrace.deploy.DeploymentFiles.pom;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.ConfigSources;
import io.millrace.cluster.doctor.Doctor;
import io.millrace.cluster.model.RestPaths;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.settings.KnownKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The files for containers, Kubernetes, Helm and systemd say what the code says. */
class DeploymentFilesTest {

    private static final Path BASE = Path.of("kubernetes", "base");
    private static final Path COMPOSE = Path.of("container", "compose.yaml");
    private static final Path BAKE = Path.of("container", "docker-bake.hcl");
    private static final Path CHART = Path.of("helm", "millrace");
    private static final int MANY_CORES = 64;

    @Test
    void allYamlParses() throws IOException {
        for (Path file : DeploymentFiles.yaml()) {
            assertThat(documents(file)).as(file.toString()).isNotEmpty().doesNotContainNull();
        }
    }

    @Test
    void variablesOfTheEnvironmentNameSettings() throws IOException {
        List<String> settings = KnownKeys.all().stream()
                .map(key -> "MILLRACE_" + key.name().replace('.', '_').toUpperCase(Locale.ROOT))
                .toList();
        // What compose.yaml is told itself
        List<String> ownOfCompose = List.of("MILLRACE_TOKEN", "MILLRACE_READ_TOKEN", "MILLRACE_VERSION");

        assertThat(mentioned("\\b(MILLRACE_[A-Z_]+)"))
                .isNotEmpty()
                .allMatch(name -> settings.contains(name) || ownOfCompose.contains(name));
    }

    @Test
    void kubernetesHasThePortsOfTheSettings() throws IOException {
        Config config = ConfigSources.load(BASE.resolve("millrace.yaml"), Map.of(), List.of());
        assertThat(config.get(ClusterKeys.CONTROLLER_PORT))
                .isEqualTo(portByDefault(ClusterKeys.CONTROLLER_PORT.name()));
        assertThat(config.get(ClusterKeys.ZOOKEEPER_CONNECT).split(","))
                .allMatch(server -> server.endsWith(":" + portByDefault(ClusterKeys.ZOOKEEPER_PORT.name())));

        assertDaemon("controller", config.get(ClusterKeys.CONTROLLER_PORT));
        assertDaemon("supervisor", config.get(ClusterKeys.SUPERVISOR_PORT));
        List<Object> policies = documents(BASE.resolve("network-policy.yaml"));
        assertThat(at(policies.get(0), "spec/ingress/0/ports/0/port"))
                .isEqualTo(portByDefault(ClusterKeys.ZOOKEEPER_PORT.name()));
        assertThat(at(policies.get(1), "spec/ingress/0/ports/0/port"))
                .isEqualTo(config.get(ClusterKeys.CONTROLLER_PORT));
    }

    @Test
    void composeHasThePortsOfTheSettings() throws IOException {
        Map<?, ?> services = (Map<?, ?>) at(documents(COMPOSE).get(0), "services");
        for (String name : List.of("controller1", "controller2", "supervisor1", "supervisor2")) {
            Config config = environment(services, name);
            boolean controller = name.startsWith("controller");
            List<?> test = (List<?>) at(services, name + "/healthcheck/test");
            assertThat(test.subList(2, 4))
                    .as(name)
                    .isEqualTo(List.of(
                            name,
                            Integer.toString(config.get(
                                    controller ? ClusterKeys.CONTROLLER_PORT : ClusterKeys.SUPERVISOR_PORT))));
            assertThat(config.get(controller ? ClusterKeys.CONTROLLER_HOST : ClusterKeys.NODE_HOST))
                    .isEqualTo(name);
            assertThat(at(services, name + "/hostname")).isEqualTo(name);
        }
    }

    /** Workers are of their supervisor's account, and can read its environment. */
    @Test
    void supervisorsHaveNoToken() throws IOException {
        Map<?, ?> services = (Map<?, ?>) at(documents(COMPOSE).get(0), "services");
        for (String name : List.of("supervisor1", "supervisor2")) {
            assertThat(environment(services, name).get(ClusterKeys.CONTROLLER_TOKEN))
                    .isEmpty();
        }
        for (String name : List.of("controller1", "controller2", "client")) {
            assertThat(environment(services, name).get(ClusterKeys.CONTROLLER_TOKEN))
                    .isNotEmpty();
        }
        assertThat(Files.readString(BASE.resolve("supervisor.yaml"))).doesNotContain("MILLRACE_CONTROLLER_TOKEN");
    }

    /** The variable overrides the setting, so it must have all names. */
    @Test
    void restAnswersToServicePodAndFurtherNames() throws IOException {
        for (String name : List.of("controller", "supervisor")) {
            Object pod = at(object(BASE.resolve(name + ".yaml"), "StatefulSet"), "spec/template/spec");
            List<String> variables = ((List<?>) at(pod, "containers/0/env"))
                    .stream().map(variable -> (String) at(variable, "name")).toList();
            assertThat(variables).containsSubsequence("POD_NAMESPACE", "MILLRACE_REST_HOSTS");
            assertThat(variables).containsSubsequence("POD_NAME", "FURTHER_HOSTS", "MILLRACE_REST_HOSTS");
            String hosts = (String) at(pod, "containers/0/env/" + variables.indexOf("MILLRACE_REST_HOSTS") + "/value");
            assertThat(hosts.split(", ?"))
                    .contains(
                            name,
                            name + ".$(POD_NAMESPACE).svc",
                            "$(POD_NAME)." + name,
                            "$(POD_NAME)." + name + ".$(POD_NAMESPACE).svc.cluster.local",
                            "$(FURTHER_HOSTS)");
        }
        assertThat(at(documents(BASE.resolve("kustomization.yaml")).get(0), "configMapGenerator/1/literals/0"))
                .isEqualTo("hosts=");
        assertThat(Files.readString(CHART.resolve("templates/daemons.yaml")))
                .contains("\"$(POD_NAME).%s\"", "index ($.Values.config | default dict) \"rest.hosts\"");
    }

    @Test
    void helmHasThePortsAndPathsOfTheSettings() throws IOException {
        Object values = documents(CHART.resolve("values.yaml")).get(0);
        assertThat(at(values, "controller/port")).isEqualTo(portByDefault(ClusterKeys.CONTROLLER_PORT.name()));
        KnownKeys.checked(strings((Map<?, ?>) at(values, "config")), "values.yaml");
        String daemons = Files.readString(CHART.resolve("templates/daemons.yaml"));
        assertThat(daemons).contains("path: " + RestPaths.HEALTH + ",", "path: " + RestPaths.READY + ",");
        assertThat(Files.readString(CHART.resolve("templates/_helpers.tpl"))).contains("enableServiceLinks: false");

        List<String> settings = KnownKeys.all().stream().map(key -> key.name()).toList();
        assertThat(Files.readAllLines(CHART.resolve("templates/config.yaml")).stream()
                        .filter(line -> line.matches(" {4}[a-z.]+: .*"))
                        .map(line -> line.strip().split(":")[0]))
                .hasSizeGreaterThan(5)
                .allMatch(settings::contains);
    }

    @Test
    void sharedMemoryHoldsTheRingsOfAllSlots() throws IOException {
        Config kubernetes = ConfigSources.load(BASE.resolve("millrace.yaml"), Map.of(), List.of());
        List<?> volumes =
                (List<?>) at(object(BASE.resolve("supervisor.yaml"), "StatefulSet"), "spec/template/spec/volumes");
        Object shm = volumes.stream()
                .filter(volume -> "shm".equals(at(volume, "name")))
                .findFirst()
                .orElseThrow();
        assertThat(at(shm, "emptyDir/medium")).isEqualTo("Memory");
        assertThat(mebibytes(at(shm, "emptyDir/sizeLimit"), "Mi"))
                .isGreaterThan(Doctor.sharedMemoryBytes(kubernetes, MANY_CORES));

        Map<?, ?> services = (Map<?, ?>) at(documents(COMPOSE).get(0), "services");
        for (String name : List.of("supervisor1", "supervisor2")) {
            assertThat(mebibytes(at(services, name + "/shm_size"), "mb"))
                    .isGreaterThan(Doctor.sharedMemoryBytes(environment(services, name), MANY_CORES));
        }
    }

    @Test
    void imagesHaveTheVersionsOfTheBuild() throws IOException {
        String version = pom("version");
        String zooKeeper = "zookeeper:" + pom("zookeeper.version").replaceFirst("\\.[0-9]+$", "");

        assertThat(mentioned("(?m)(?:image: |-t )(millrace:\\S+)"))
                .containsOnly("millrace:" + version, "millrace:${MILLRACE_VERSION:-" + version + "}");
        assertThat(mentioned("(?m)^\\s*(?:image: )(zookeeper:\\S+)")).hasSize(3).containsOnly(zooKeeper);
        assertThat(mentioned("(?:newTag: |appVersion: |ARG VERSION=|VERSION=|default = \")([0-9][^\\s\"]+)"))
                .containsOnly(version);
        assertThat(Files.readString(BAKE)).contains("default = \"" + version + "\"");
    }

    /** A path within the directory that the file names as the context. */
    @Test
    void theBakeFileNamesTheDockerfile() throws IOException {
        Matcher paths = Pattern.compile("context\\s*= \"(.*)\"\\s+dockerfile\\s*= \"(.*)\"")
                .matcher(Files.readString(BAKE));
        assertThat(paths.find()).isTrue();
        assertThat(Path.of("..", paths.group(1), paths.group(2)).normalize())
                .isEqualTo(Path.of("../deploy/container/Dockerfile"));
    }

    /** Its port, its probes, and that a service's port is no setting. */
    private static void assertDaemon(String name, int port) throws IOException {
        Path file = BASE.resolve(name + ".yaml");
        assertThat(at(object(file, "Service"), "spec/ports/0/port")).isEqualTo(port);
        Object pod = at(object(file, "StatefulSet"), "spec/template/spec");
        assertThat(at(pod, "enableServiceLinks")).isEqualTo(false);
        Object container = at(pod, "containers/0");
        assertThat(at(container, "ports/0/containerPort")).isEqualTo(port);
        assertThat(at(container, "startupProbe/httpGet/path")).isEqualTo(RestPaths.HEALTH);
        assertThat(at(container, "livenessProbe/httpGet/path")).isEqualTo(RestPaths.HEALTH);
        assertThat(at(container, "readinessProbe/httpGet/path")).isEqualTo(RestPaths.READY);
        assertThat(at(container, "args/0")).isEqualTo(name);
    }

    /** What a service's variables set, all of which must be valid. */
    private static Config environment(Map<?, ?> services, String service) {
        return ConfigSources.load(null, strings((Map<?, ?>) at(services, service + "/environment")), List.of());
    }

    private static Map<String, String> strings(Map<?, ?> values) {
        Map<String, String> strings = new TreeMap<>();
        values.forEach((key, value) -> strings.put(String.valueOf(key), String.valueOf(value)));
        return strings;
    }

    private static long mebibytes(Object size, String unit) {
        String text = String.valueOf(size);
        assertThat(text).endsWith(unit);
        return Long.parseLong(text.substring(0, text.length() - unit.length())) << 20;
    }

    private static int portByDefault(String key) {
        return KnownKeys.all().stream()
                .filter(known -> known.name().equals(key))
                .map(known -> Integer.parseInt(known.defaultText()))
                .findFirst()
                .orElseThrow();
    }
}
