// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What docs/packaging.md says of a project of one's own, from an empty local repository: it fetches all of Maven's
 * plug-ins, so it is of the long build. {@code ArchetypeTest} compiles and tests the same project in every build.
 */
@EnabledIfSystemProperty(named = "millrace.long", matches = "true")
@Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArchetypeIT {

    private static final String VERSION = "0.1.0-SNAPSHOT";

    @Test
    void aGeneratedProjectRunsOnACluster() throws IOException, InterruptedException {
        try (Installed installed = new Installed("archetype")) {
            Path directory = installed.directory();
            Maven maven = Maven.withRepository(directory, directory.resolve("repository"));
            maven.run(
                    Path.of("..").toRealPath(),
                    "install",
                    "-Dmaven.test.skip=true",
                    "-Dmaven.javadoc.skip=true",
                    "-Dspotless.check.skip=true",
                    "-pl",
                    "engine-core/testing,deploy/archetype",
                    "-am");
            Path generated = maven.run(
                    directory,
                    "org.apache.maven.plugins:maven-archetype-plugin:3.4.1:generate",
                    "-DarchetypeGroupId=io.millrace",
                    "-DarchetypeArtifactId=millrace-archetype",
                    "-DarchetypeVersion=" + VERSION,
                    "-DgroupId=org.example",
                    "-DartifactId=my-words",
                    "-Dversion=1.0-SNAPSHOT",
                    "-Dpackage=org.example.words");
            assertThat(generated).content().doesNotContain("WARN");
            Path project = directory.resolve("my-words");
            maven.run(project, "package");
            // Nothing is fetched that was not there
            maven.run(project, "-o", "package");

            Program local = installed.run(
                    0,
                    "local",
                    project.resolve("target/my-words-1.0-SNAPSHOT.jar").toString());
            assertThat(local.out()).contains("w1 | wheel 3").endsWith("my-words completed\n");
            assertThat(installed.processes()).isEmpty();
        }
    }
}
