// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.config.ConfigSources;
import io.millrace.runtime.settings.KnownKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The generated pages match the program. To generate them: {@code mvn -pl engine-core/cli -am test
 * -Dtest=DocumentationTest -Dsurefire.failIfNoSpecifiedTests=false -Dmillrace.docs.write=true}
 */
class DocumentationTest {

    private static final Path DOCS = Path.of("..", "..", "docs");

    @Test
    void theConfigurationPageHasEveryKey() throws IOException {
        compare(DOCS.resolve("configuration.md"), ConfigurationPage.lines(KnownKeys.all()));
    }

    @Test
    void theConfigurationFileHasEveryKeyWithItsDefault(@TempDir Path directory) throws IOException {
        List<String> lines = ConfigurationFile.lines(KnownKeys.all());
        compare(Path.of("..", "..", "deploy", "conf", "millrace.yaml"), lines);

        Path file = directory.resolve("all.yaml");
        Files.write(
                file,
                lines.stream()
                        .map(line -> line.replaceFirst("^# (?=[a-z.]+: )", ""))
                        .toList());
        Config all = ConfigSources.load(file, Map.of(), List.of());
        assertThat(KnownKeys.all())
                .allSatisfy(key -> assertThat(all.get(key.name())).contains(key.defaultText()));
    }

    @Test
    void theCommandPageHasEveryCommand() throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "# Command line",
                "",
                "Every command takes `--json` (results as one JSON document on standard output), `--verbose` (the stack"
                        + " trace of an error), `-c KEY=VALUE` and",
                "`--config FILE` ([configuration](configuration.md)).",
                "",
                "| exit code | means |",
                "|---|---|",
                "| 0 | done |",
                "| 1 | tried and failed |",
                "| 2 | wrong usage: the command line, a setting, the jar or the topology in it, a problem file, a name that is taken |",
                "| 3 | not found: a topology, a worker, a class or a file |",
                "| 4 | no cluster: ZooKeeper or the controller does not answer |",
                "",
                "An error is one line on standard error (one per mistake, if a topology has several): what is wrong, where,"
                        + " and what to do. Completion for bash",
                "and zsh: `source <(millrace completion)`.",
                "",
                "This page is made from the program; a test compares the two."));
        for (String command : commands("")) {
            lines.addAll(section("## ", command));
            for (String below : commands(command)) {
                lines.addAll(section("### ", command + " " + below));
            }
        }
        compare(DOCS.resolve("cli.md"), lines);
    }

    private static void compare(Path file, List<String> expected) throws IOException {
        if (Boolean.getBoolean("millrace.docs.write")) {
            Files.write(file, expected);
        }
        assertThat(Files.readAllLines(file))
                .as("%s is stale: write it again as the javadoc of this test says", file)
                .isEqualTo(expected);
    }

    private static List<String> section(String heading, String command) {
        List<String> lines = new ArrayList<>(List.of("", heading + command, "", "```"));
        usage(command).lines().map(String::stripTrailing).forEach(lines::add);
        lines.add("```");
        return lines;
    }

    /** Returns the commands that a command's help lists. */
    private static List<String> commands(String command) {
        return usage(command)
                .lines()
                .dropWhile(line -> !line.startsWith("Commands:"))
                .filter(line -> line.matches("  [a-z]+ .*"))
                .map(line -> line.strip().split(" ")[0])
                .toList();
    }

    private static String usage(String command) {
        return Run.of(new FakeBackend(), ("help " + command).strip().split(" ")).out();
    }
}
