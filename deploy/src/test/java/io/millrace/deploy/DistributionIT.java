// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the archive holds beside programs. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DistributionIT {

    @Test
    void holdsTheApisPagesAndTheSources() throws IOException, InterruptedException {
        List<String> files = files(Path.of(Installed.HOME + ".tar.gz"));

        assertThat(files)
                .contains(
                        "README.md",
                        "docs/api/index.html",
                        "docs/api/io/millrace/api/TopologyBuilder.html",
                        "docs/api/io/millrace/api/config/TopologyKeys.html",
                        "docs/api/io/millrace/testing/TopologyTest.html");
        for (String module : List.of(
                "engine-ipc",
                "engine-scheduler",
                "engine-transport",
                "millrace-api",
                "millrace-cli",
                "millrace-cluster",
                "millrace-http",
                "millrace-micrometer",
                "millrace-operators",
                "millrace-runtime",
                "millrace-testing")) {
            assertThat(files)
                    .filteredOn(file -> file.matches("sources/" + module + "-.*-sources\\.jar"))
                    .hasSize(1);
        }
    }

    @Test
    void holdsTheConnectorsBesideTheEnginesLibraries() throws IOException, InterruptedException {
        assertThat(files(Path.of(Installed.HOME + ".tar.gz")))
                .filteredOn(file ->
                        file.matches("lib/(connectors/http/millrace|.*millrace-(connector|formats)|.*HikariCP).*jar"))
                .extracting(file -> file.replaceFirst("-[0-9].*", ""))
                .containsExactlyInAnyOrder(
                        "lib/connectors/files/millrace-connector-files",
                        "lib/connectors/formats/millrace-formats",
                        "lib/connectors/http/millrace-connector-http",
                        "lib/connectors/http/millrace-http",
                        "lib/connectors/jdbc/HikariCP",
                        "lib/connectors/jdbc/millrace-connector-jdbc");
    }

    @Test
    void holdsTheAdapterForStormAndNothingOfStorm() throws IOException, InterruptedException {
        List<String> files = files(Path.of(Installed.HOME + ".tar.gz"));
        assertThat(files)
                .filteredOn(file -> file.matches("storm/.+"))
                .singleElement()
                .asString()
                .matches("storm/millrace-storm-.*\\.jar");
        assertThat(files).noneMatch(file -> file.matches(".*/storm-(client|core|server|shaded).*"));
    }

    @Test
    void holdsTheNativeTransportOfBothProcessors() throws IOException, InterruptedException {
        assertThat(files(Path.of(Installed.HOME + ".tar.gz")))
                .filteredOn(file -> file.contains("netty-transport-native-epoll"))
                .extracting(file -> file.replaceFirst(".*-linux-", ""))
                .containsExactlyInAnyOrder("x86_64.jar", "aarch_64.jar");
    }

    @Test
    void itsPagesLinkToPagesThatExist() throws IOException {
        Path docs = Installed.HOME.resolve("docs");
        List<Path> pages;
        try (Stream<Path> all = Files.walk(docs)) {
            pages = all.filter(file -> file.toString().endsWith(".html"))
                    .filter(file -> !file.startsWith(docs.resolve("api")))
                    .toList();
        }
        assertThat(pages).contains(docs.resolve("index.html"), docs.resolve("deploying.html"));
        for (Path page : pages) {
            Matcher links = Pattern.compile("(?:href|src)=\"([^\"#]+)").matcher(Files.readString(page));
            while (links.find()) {
                if (!links.group(1).matches("[a-z]+:.*")) {
                    assertThat(page.resolveSibling(links.group(1)).normalize())
                            .as(page.toString())
                            .exists();
                }
            }
        }
    }

    @Test
    void itsReadmeNamesWhatItHolds() throws IOException {
        String readme = Files.readString(Installed.HOME.resolve("README.md"));
        Matcher names = Pattern.compile("`([\\w./-]+)`").matcher(readme);
        List<String> paths = new ArrayList<>();
        while (names.find()) {
            if (names.group(1)
                    .matches("[\\w-]+/.*|[A-Z]+(\\.md)?|bin|conf|lib|docs|examples|sources|deploy|monitoring")) {
                paths.add(names.group(1));
            }
        }
        assertThat(paths)
                .contains("docs/quickstart.html", "docs/README.html", "CHANGELOG.md", "monitoring")
                .allSatisfy(path -> assertThat(Installed.HOME.resolve(path)).exists());
    }

    @Test
    void unitsAndContainersNameWhatItHolds() throws IOException {
        assertThat(Installed.HOME.resolve("deploy/container/health")).isExecutable();
        assertThat(DeploymentFiles.mentioned("/opt/millrace/([\\w./-]*\\w)"))
                .hasSizeGreaterThan(3)
                // Made where it is installed
                .filteredOn(path -> !path.matches("cache(/.*)?"))
                .allSatisfy(path -> assertThat(Installed.HOME.resolve(path)).exists());
    }

    /** Paths within the archive's only directory. */
    private static List<String> files(Path archive) throws IOException, InterruptedException {
        Process tar = new ProcessBuilder("tar", "-tzf", archive.toString())
                .redirectErrorStream(true)
                .start();
        String listed = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tar.waitFor()).as(listed).isZero();
        return listed.lines().map(line -> line.substring(line.indexOf('/') + 1)).toList();
    }
}
