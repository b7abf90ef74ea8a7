// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All errors of commands: the exit code, and one line that names the cause and the remedy. */
class RefusalTest {

    private static final String HERE = RefusalTest.class.getPackageName() + ".";

    @TempDir
    private static Path directory;

    /** A refused command line, whether there is a cluster, and the text that the user must read. */
    record Refusal(int code, boolean cluster, String says, String... args) {
        @Override
        public String toString() {
            return code + " " + says;
        }
    }

    static Stream<Refusal> refusals() throws Exception {
        Path text = Files.writeString(directory.resolve("notes.txt"), "not a zip");
        Path noJars = Files.createDirectory(directory.resolve("no-jars"));
        Path empty = Files.createFile(directory.resolve("empty.jar"));
        String noMain = TestJar.of(directory, null, Mains.Good.class).toString();
        String lost = TestJar.of(directory, "com.acme.Lost", Mains.Good.class).toString();
        String silent = jar(Mains.Silent.class);
        return Stream.of(
                new Refusal(3, true, "no file", "submit", "absent.jar"),
                new Refusal(2, true, "is a directory", "submit", directory.toString()),
                new Refusal(2, true, "notes.txt is not a jar", "submit", text.toString()),
                new Refusal(2, true, "empty.jar is not a jar", "submit", empty.toString()),
                new Refusal(3, true, "no file absent.jar: name a jar, or", "submit", silent, "--lib", "absent.jar"),
                new Refusal(2, true, "has no file *.jar", "submit", silent, "--lib", noJars.toString()),
                new Refusal(2, true, "notes.txt is not a jar", "local", silent, "--lib", text.toString()),
                new Refusal(2, true, "is on the class path twice", "submit", silent, "--lib", silent),
                new Refusal(2, true, "no main class: ", "submit", noMain),
                new Refusal(2, true, "no main class: ", "submit", noMain, "argument"),
                new Refusal(3, true, "class com.acme.Lost is not in", "submit", lost),
                new Refusal(3, true, "class com.acme.Typo is not in", "submit", silent, "com.acme.Typo"),
                new Refusal(3, true, "class Typo is not in", "submit", "--main", "Typo", silent),
                new Refusal(2, true, "NoMain has no main method", "submit", jar(Mains.NoMain.class)),
                new Refusal(2, true, "InstanceMain has no main method", "submit", jar(Mains.InstanceMain.class)),
                new Refusal(2, true, "Silent submitted nothing", "submit", silent),
                new Refusal(1, true, "no database at all", "submit", jar(Mains.Throwing.class)),
                new Refusal(2, true, "lonely", "submit", jar(Mains.Wrong.class)),
                new Refusal(1, true, "cannot be loaded", "submit", broken()),
                new Refusal(4, false, "no ZooKeeper at", "submit", good()),
                new Refusal(3, false, "no file", "submit", "absent.jar"),
                new Refusal(4, false, "no ZooKeeper at", "list"),
                new Refusal(4, false, "no ZooKeeper at", "kill", "any"),
                new Refusal(3, true, "no topology 'any'", "kill", "any"),
                new Refusal(3, true, "no topology 'any'", "describe", "any"),
                new Refusal(3, true, "no topology 'any'", "describe", "any", "--traffic"),
                new Refusal(2, true, "--tasks belongs to --traffic", "describe", "any", "--tasks"),
                new Refusal(3, true, "no topology 'any'", "metrics", "any"),
                new Refusal(3, true, "no topology 'any'", "activate", "any"),
                new Refusal(3, true, "no topology 'any'", "deactivate", "any"),
                new Refusal(3, true, "no topology 'any'", "logs", "any"),
                new Refusal(4, false, "no ZooKeeper at", "top"),
                new Refusal(4, false, "no ZooKeeper at", "latency", "any"),
                new Refusal(3, true, "no topology 'any'", "top", "any"),
                new Refusal(3, true, "no topology 'any'", "latency", "any"),
                new Refusal(2, true, "Missing required parameter: 'TOPOLOGY'", "latency"),
                new Refusal(2, true, "--count is 0", "top", "--count=0"),
                new Refusal(2, true, "--interval is '1 parsec'", "top", "--interval=1 parsec"),
                new Refusal(2, true, "--interval is '0 s'", "latency", "any", "--interval=0 s"),
                new Refusal(2, true, "--at is 101.0: it takes percentiles", "latency", "any", "--traces", "--at=101"),
                new Refusal(2, true, "--at is 0.0", "latency", "any", "--traces", "--at=50,0"),
                new Refusal(2, true, "Invalid value for option '--at'", "latency", "any", "--traces", "--at=median"),
                new Refusal(2, true, "--slowest is -1", "latency", "any", "--traces", "--slowest=-1"),
                new Refusal(2, true, "--at is about whole traces: give --traces", "latency", "any", "--at=50"),
                new Refusal(2, true, "in .csv or .svg", "latency", "any", "--traces", "--cdf=traces.png"),
                new Refusal(3, true, "no topology 'any'", "latency", "any", "--traces"),
                new Refusal(2, true, "Invalid value for option '--sort'", "top", "--sort=colour"),
                new Refusal(2, true, "--lines is 0", "logs", "any", "-n", "0"),
                new Refusal(2, false, "unknown scheduling algorithm \"evne\"", "schedule", "-", "--algorithm=evne"),
                new Refusal(2, false, "Invalid value for option '--quality'", "schedule", "-", "--quality=best"),
                new Refusal(2, false, "Missing required parameter: 'FILE|-'", "schedule"),
                new Refusal(3, false, "no file absent.json", "schedule", "absent.json"),
                new Refusal(1, false, "cannot be read", "schedule", directory.toString()),
                new Refusal(2, false, "notes.txt: problem is not well-formed JSON", "schedule", text.toString()),
                new Refusal(2, false, "standard input: problem is empty", "schedule", "-"),
                new Refusal(2, false, "cannot both come from standard input", "schedule", "-", "--previous=-"),
                new Refusal(2, true, "no command"),
                new Refusal(2, true, "no command 'launch'", "help", "launch"),
                new Refusal(2, true, "Unmatched argument at index 0: 'launch'", "launch"),
                new Refusal(2, true, "Unknown option: '--depth'; see 'millrace list -h'", "list", "--depth"),
                new Refusal(2, true, "Missing required parameter: 'TOPOLOGY'", "kill"),
                new Refusal(2, true, "KEY=VALUE", "list", "-c", "key"),
                new Refusal(3, true, "no key matches 'zebra'", "config", "zebra"),
                new Refusal(2, true, "--rate takes 0 or more", "demo", "--rate", "-1"),
                new Refusal(1, true, "the demo needs the distribution", "demo"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void isOneLineAndAnExitCode(Refusal refusal) {
        FakeBackend backend = new FakeBackend();
        backend.reachable = refusal.cluster();

        Run run = Run.of(backend, refusal.args());

        assertThat(run.err()).contains(refusal.says());
        assertThat(run.errLines()).singleElement().asString().startsWith("millrace: ");
        assertThat(run.exitCode()).isEqualTo(refusal.code());
        assertThat(run.out()).isEmpty();
        assertThat(backend.embedded).isZero();
    }

    private static String jar(Class<?> main) {
        return TestJar.of(directory, main.getName(), main, Mains.class, Mains.Drop.class, Mains.Numbers.class)
                .toString();
    }

    private static String good() {
        return jar(Mains.Good.class);
    }

    /** Makes a jar whose main class file is not a class. */
    private static String broken() throws Exception {
        Path jar = directory.resolve("broken.jar");
        try (var out = new java.util.jar.JarOutputStream(Files.newOutputStream(jar), manifest(HERE + "Broken"))) {
            out.putNextEntry(new java.util.jar.JarEntry(HERE.replace('.', '/') + "Broken.class"));
            out.write(new byte[] {1, 2, 3});
        }
        return jar.toString();
    }

    private static java.util.jar.Manifest manifest(String main) {
        var manifest = new java.util.jar.Manifest();
        manifest.getMainAttributes().put(java.util.jar.Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(java.util.jar.Attributes.Name.MAIN_CLASS, main);
        return manifest;
    }
}
