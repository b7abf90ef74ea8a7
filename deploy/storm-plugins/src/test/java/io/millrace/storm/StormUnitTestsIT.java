// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.storm.ring.RingSettings;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The unit tests that Storm publishes of its messaging, and of what surrounds a scheduler, with the plug-ins in place of
 * Storm's own classes: these are named in the tests, so that name is changed in the compiled test.
 */
@Tag("long")
@Timeout(1_800)
class StormUnitTestsIT {

    private static final Path JARS = Path.of("target", "storm-tests").toAbsolutePath();
    private static final String MESSAGING = "org.apache.storm.messaging.netty.Context";
    private static final String SCHEDULER = "org/apache/storm/scheduler/DefaultScheduler";

    private static final List<String> OF_MESSAGING_IN_CORE =
            List.of("org.apache.storm.messaging.netty.NettyTest", "org.apache.storm.messaging.NettyIntegrationTest");
    private static final List<String> OF_MESSAGING = List.of("org.apache.storm.MessagingTest");
    private static final List<String> OF_SCHEDULING =
            List.of("org.apache.storm.scheduler.blacklist.TestBlacklistScheduler");

    /** Thirteen of connections, three of topologies, nine of the scheduler, one of them twice. */
    private static final int TESTS = 26;

    @TempDir
    private Path directory;

    @Test
    void allPassWithThePlugIns() throws Exception {
        String transport = RingContext.class.getName();
        String scheduler = TrafficScheduler.class.getName().replace('.', '/');
        Path classes = directory.resolve("classes");
        change("storm-core-tests.jar", OF_MESSAGING_IN_CORE, MESSAGING, transport, classes);
        change("storm-server-tests.jar", OF_MESSAGING, MESSAGING, transport, classes);
        change("storm-server-tests.jar", OF_SCHEDULING, SCHEDULER, scheduler, classes);
        String text = run(classes);
        Matcher successful = Pattern.compile("\\[ *(\\d+) tests successful").matcher(text);
        assertThat(successful.find()).as(text).isTrue();
        assertThat(Integer.parseInt(successful.group(1))).as(text).isEqualTo(TESTS);
    }

    private void change(String jar, List<String> tests, String constant, String instead, Path classes)
            throws Exception {
        for (String test : tests) {
            ChangedClass.write(JARS.resolve(jar), test, constant, instead, classes);
        }
    }

    private String run(Path classes) throws Exception {
        List<String> classPath = new ArrayList<>(List.of(classes.toString()));
        // Without a binding of slf4j the tests' logs are dropped
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("logback"))
                .forEach(classPath::add);
        classPath.add(JARS.resolve("storm-core-tests.jar").toString());
        classPath.add(JARS.resolve("storm-server-tests.jar").toString());
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                // Of their host the tests say localhost, and a ring is for workers of this host
                "-Dstorm.options=storm.local.hostname=localhost",
                "-Djava.io.tmpdir=" + directory,
                "-D" + RingSettings.DIRECTORY + "=" + directory.resolve("rings"),
                "-cp",
                String.join(File.pathSeparator, classPath),
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-ansi-colors",
                "--details=tree"));
        List.of(OF_MESSAGING_IN_CORE, OF_MESSAGING, OF_SCHEDULING)
                .forEach(tests -> tests.forEach(test -> command.add("--select-class=" + test)));
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
            return text;
        } finally {
            process.destroyForcibly();
        }
    }
}
