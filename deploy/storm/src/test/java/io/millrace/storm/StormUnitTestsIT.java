// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The unit tests that Storm publishes of its windows, joins, states, streams and acks, on the class path that a
 * topology has here: the adapter and its stand-ins before Storm's libraries.
 */
@Tag("long")
@Timeout(1_800)
class StormUnitTestsIT {

    private static final List<String> PACKAGES = List.of(
            "windowing",
            "topology",
            "bolt",
            "streams",
            "spout",
            "state",
            "tuple",
            "grouping",
            "trident",
            "serialization",
            "executor");

    private static final int LEAST = 150;

    @TempDir
    private Path directory;

    @Test
    void allPassWithTheAdapterBeforeStormsLibraries() throws Exception {
        Path tests = StormModules.jar("storm-client");
        List<Path> classPath = new ArrayList<>(List.of(tests, TwoWorkers.classes(StormMain.class)));
        // Without a binding of slf4j the tests' logs are dropped
        classPath.addAll(TwoWorkers.onClassPath("(?!millrace|logback|storm-server).*[.]jar"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-ansi-colors",
                "--details=summary",
                "--include-classname=.*",
                "--scan-class-path=" + tests));
        PACKAGES.forEach(each -> command.add("--include-package=org.apache.storm." + each));
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            int code = process.waitFor();
            String text = Files.readString(log);
            assertThat(code).as(text).isZero();
            Matcher successful = Pattern.compile("\\[ *(\\d+) tests successful").matcher(text);
            assertThat(successful.find()).as(text).isTrue();
            assertThat(Integer.parseInt(successful.group(1))).isGreaterThanOrEqualTo(LEAST);
        } finally {
            process.destroyForcibly();
        }
    }
}
