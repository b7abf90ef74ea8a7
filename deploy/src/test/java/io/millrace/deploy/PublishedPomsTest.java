// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** What Maven Central asks of each POM, and what is published: docs/releasing.md. {@code PublishedIT} makes the files. */
class PublishedPomsTest {

    private static final Set<String> PUBLISHED = Set.of(
            "millrace",
            "engine-core",
            "engine-ipc",
            "engine-transport",
            "engine-scheduler",
            "millrace-api",
            "millrace-operators",
            "millrace-runtime",
            "millrace-testing",
            "millrace-http",
            "millrace-micrometer",
            "millrace-cluster",
            "millrace-cli",
            "millrace-embedded",
            "millrace-bom",
            "millrace-connector-files",
            "millrace-connector-http",
            "millrace-connector-jdbc",
            "millrace-connector-kafka",
            "millrace-connector-s3",
            "millrace-formats",
            "millrace-storm",
            "millrace-storm-plugins",
            "millrace-archetype");

    /** What Maven names from the command line, and no project depends on. */
    private static final String ARCHETYPE = "millrace-archetype";

    private static List<Pom> published;

    @BeforeAll
    static void read() throws IOException {
        published = Pom.all().stream().filter(Pom::isPublished).toList();
    }

    private static Pom pom(String artifactId) {
        return published.stream()
                .filter(pom -> pom.artifactId().equals(artifactId))
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> libraries() {
        return published.stream()
                .filter(pom -> pom.packaging().equals("jar"))
                .map(Pom::artifactId)
                .filter(name -> !name.equals(ARCHETYPE))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void whatIsPublishedIsChosen() {
        assertThat(published).extracting(Pom::artifactId).containsExactlyInAnyOrderElementsOf(PUBLISHED);
    }

    @Test
    void eachNamesItself() {
        for (Pom pom : published) {
            assertThat(pom.own("name")).as("%s: name", pom).isPresent();
            assertThat(pom.own("description")).as("%s: description", pom).isPresent();
        }
        assertThat(published).extracting(pom -> pom.own("name").orElseThrow()).doesNotHaveDuplicates();
    }

    @Test
    void eachInheritsWhereItComesFrom() {
        for (String path : List.of(
                "url",
                "licenses/license/name",
                "licenses/license/url",
                "developers/developer/name",
                "developers/developer/organization",
                "developers/developer/organizationUrl",
                "scm/connection",
                "scm/developerConnection",
                "scm/url")) {
            for (Pom pom : published) {
                assertThat(pom.inherited(path)).as("%s: %s", pom, path).isPresent();
            }
        }
        assertThat(pom("millrace-api").inherited("licenses/license/name")).contains("Apache-2.0");
    }

    @Test
    void addressesStayThoseOfTheProject() {
        Element root = pom("millrace").project();
        Element scm = pom("millrace").elements("scm").get(0);

        assertThat(root.getAttribute("child.project.url.inherit.append.path")).isEqualTo("false");
        for (String part : List.of("connection", "developerConnection", "url")) {
            assertThat(scm.getAttribute("child.scm." + part + ".inherit.append.path"))
                    .as(part)
                    .isEqualTo("false");
        }
    }

    @Test
    void nothingPublishedNeedsWhatIsNot() {
        for (Pom pom : published) {
            List<String> needed = pom.elements("dependencies/dependency").stream()
                    .filter(dependency -> text(dependency, "groupId").equals("io.millrace"))
                    .filter(dependency -> !text(dependency, "scope").equals("test"))
                    .map(dependency -> text(dependency, "artifactId"))
                    .toList();
            assertThat(PUBLISHED).as(pom.toString()).containsAll(needed);
        }
    }

    @Test
    void theListOfVersionsHasEachLibrary() {
        List<Element> entries = pom("millrace-bom").elements("dependencyManagement/dependencies/dependency");

        assertThat(entries)
                .extracting(entry -> text(entry, "artifactId"))
                .containsExactlyInAnyOrderElementsOf(libraries());
        assertThat(entries).extracting(entry -> text(entry, "version")).containsOnly("${project.version}");
    }

    @Test
    void eachJarHasSourcesAndDocumentation() throws IOException {
        List<String> lacking = new ArrayList<>();
        for (Pom pom : published) {
            Path sources = pom.directory().resolve("src/main/java");
            if (pom.packaging().equals("pom") || hasPublicType(sources)) {
                continue;
            }
            // Files without code take the place of those that the plug-ins do not make
            Set<String> standIns = pom.profile("release").stream()
                    .flatMap(profile ->
                            Pom.elements(profile, "build/plugins/plugin/executions/execution/configuration/classifier")
                                    .stream())
                    .map(Element::getTextContent)
                    .collect(Collectors.toSet());
            boolean resources = Files.isDirectory(pom.directory().resolve("src/main/resources"));
            if (!standIns.contains("javadoc") || !resources && !standIns.contains("sources")) {
                lacking.add(pom.toString());
            }
        }
        assertThat(lacking).isEmpty();
    }

    @Test
    void aReleaseIsSignedAndSendsNothingUnlessAskedFor() {
        Element release = pom("millrace").profile("release").orElseThrow();

        assertThat(Pom.elements(release, "activation")).isEmpty();
        assertThat(Pom.elements(release, "build/plugins/plugin/artifactId"))
                .extracting(Element::getTextContent)
                .containsExactly("maven-javadoc-plugin", "maven-gpg-plugin", "central-publishing-maven-plugin");
        assertThat(Pom.elements(release, "properties/skipUpload"))
                .extracting(Element::getTextContent)
                .containsExactly("true");
        assertThat(Pom.elements(release, "build/plugins/plugin/configuration/autoPublish"))
                .extracting(Element::getTextContent)
                .containsExactly("false");
    }

    private static String text(Element element, String name) {
        return Pom.elements(element, name).stream()
                .map(Element::getTextContent)
                .findFirst()
                .orElse("");
    }

    private static boolean hasPublicType(Path sources) throws IOException {
        if (!Files.isDirectory(sources)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                if (Files.readString(file).contains("\npublic ")) {
                    return true;
                }
            }
        }
        return false;
    }
}
