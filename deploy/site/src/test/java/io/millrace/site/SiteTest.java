// SPDX-License-Identifier: Apache-2.0
package io.millrace.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteTest {

    @TempDir
    Path directory;

    private Path repository;
    private Path site;

    @Test
    void linksLeadToPagesOfTheSite() throws IOException {
        given("README.md", "# The `top`\n\n[start](docs/start.md#the-second-step) ![plot](docs/plots/a.svg)\n");
        given("docs/start.md", """
            # Start & go

            ## The second step

            [top](../README.md) [module](../module) [why](decisions) [code](../module/src/A.java) [far](https://example.org/)

            | a | b |
            |---|---|
            | 1 | millrace-<user> |
            """);
        given("docs/plots/a.svg", "<svg/>");
        given("docs/decisions/001.md", "# One\n");
        given("module/README.md", "# Module\n\n[it](../docs/start.md)\n");
        given("module/src/A.java", "class A {}");
        given("module/target/README.md", "# Built\n");

        assertThat(write()).isEmpty();

        assertThat(page("index.html"))
                .contains("<title>The top</title>", "href=\"start.html#the-second-step\"", "src=\"plots/a.svg\"");
        assertThat(page("start.html"))
                .contains(
                        "<title>Start &amp; go</title>",
                        "href=\"index.html\"",
                        "href=\"module/README.html\"",
                        "href=\"decisions/index.html\"",
                        "href=\"module/src/A.java\"",
                        "href=\"https://example.org/\"",
                        "id=\"the-second-step\"",
                        "<td>1</td>",
                        "<td>millrace-&lt;user&gt;</td>");
        assertThat(page("module/README.html")).contains("href=\"../start.html\"", "href=\"../index.html\"");
        assertThat(page("decisions/index.html")).contains("href=\"001.html\">One</a>");
        assertThat(page("module/src/A.java")).isEqualTo("class A {}");
        assertThat(page("plots/a.svg")).isEqualTo("<svg/>");
        assertThat(site.resolve("module/target")).doesNotExist();
    }

    @Test
    void eachPageHasTheListOfPagesByReaderAndItsNeighbours() throws IOException {
        given("README.md", "# Top\n");
        given("docs/README.md", """
            # Pages

            ## Authors

            - [One](one.md): the first, before [two](two.md)
            - [Module](../module/README.md)

            ## Operators

            - [Two](two.md): the last
            """);
        given("docs/one.md", "# One\n");
        given("docs/two.md", "# Two\n");
        given("module/README.md", "# Module\n");

        assertThat(write()).isEmpty();

        assertThat(page("one.html"))
                .contains(
                        "<h4>Authors</h4>",
                        "<h4>Operators</h4>",
                        "<a href=\"one.html\" aria-current=\"page\">One</a>",
                        "<a href=\"two.html\">Two</a>",
                        "<footer><span></span><a href=\"module/README.html\" rel=\"next\">Module</a></footer>");
        assertThat(page("module/README.html"))
                .contains("<a href=\"../one.html\" rel=\"prev\">One</a><span></span>"
                        + "<a href=\"../two.html\" rel=\"next\">Two</a>");
        assertThat(page("index.html")).contains("<a href=\"one.html\">One</a>").doesNotContain("<footer>");
    }

    @Test
    void linksThatLeadNowhereAreNamed() throws IOException {
        given("README.md", "# Top\n\n[one](docs/none.md) [two](#nothing) [three](../outside.md)\n");
        Files.writeString(directory.resolve("outside.md"), "# Outside\n");

        assertThat(write())
                .containsExactly(
                        "README.md: there is no docs/none.md",
                        "README.md: README.md has no heading #nothing",
                        "README.md: there is no ../outside.md");
    }

    private List<String> write() throws IOException {
        site = directory.resolve("site");
        return new Site(repository, site, "1.0").write();
    }

    private void given(String path, String text) throws IOException {
        repository = directory.resolve("repository");
        Path file = repository.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String page(String path) throws IOException {
        return Files.readString(site.resolve(path));
    }
}
