// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The library jars in a service of modules: their names, packages, and what they must not bring. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ModulesIT {

    /** Those with a descriptor of their own; the others have a name only. */
    private static final Set<String> DESCRIBED =
            Set.of("engine-ipc", "engine-scheduler", "engine-transport", "millrace-api", "millrace-operators");

    private static final Map<String, String> MODULES = Map.of(
            "engine-ipc", "io.millrace.ipc",
            "engine-scheduler", "io.millrace.scheduler",
            "engine-transport", "io.millrace.transport",
            "millrace-api", "io.millrace.api",
            "millrace-cli", "io.millrace.cli",
            "millrace-cluster", "io.millrace.cluster",
            "millrace-http", "io.millrace.http",
            "millrace-micrometer", "io.millrace.micrometer",
            "millrace-operators", "io.millrace.operators",
            "millrace-runtime", "io.millrace.runtime");

    /** The modules with a descriptor, and the libraries that they require. */
    private static final String PARTS =
            "engine-(ipc|scheduler|transport)|millrace-(api|operators)|fastcsv|slf4j-api|lz4-java|agrona"
                    + "|jctools-core.*|jackson-(annotations|core|databind)"
                    + "|netty-(buffer|common|handler|codec-base|resolver|transport)"
                    + "|netty-transport-(classes-epoll|native-unix-common)";

    @Test
    void eachLibraryHasAModuleNameAndPackagesOfItsOwn() throws IOException {
        Map<String, String> moduleOfPackage = new HashMap<>();
        for (Path jar : jars()) {
            ModuleReference module = ModuleFinder.of(jar).findAll().iterator().next();
            String name = module.descriptor().name();
            assertThat(name).as(jar.toString()).isEqualTo(MODULES.get(artifact(jar)));
            assertThat(module.descriptor().isAutomatic())
                    .as(jar.toString())
                    .isNotEqualTo(DESCRIBED.contains(artifact(jar)));
            try (JarFile file = new JarFile(jar.toFile())) {
                // The name of a jar without one would be that of its file
                assertThat(file.getManifest().getMainAttributes().getValue("Automatic-Module-Name") != null)
                        .as(jar.toString())
                        .isEqualTo(module.descriptor().isAutomatic());
            }
            for (String each : module.descriptor().packages()) {
                assertThat(moduleOfPackage.put(each, name)).as(each).isNull();
            }
        }
        assertThat(moduleOfPackage.values()).containsAll(MODULES.values());
    }

    @Test
    void noLibraryConfiguresLogging() throws IOException {
        for (Path jar : jars()) {
            try (JarFile file = new JarFile(jar.toFile())) {
                assertThat(file.stream().map(ZipEntry::getName))
                        .as(jar.toString())
                        .noneMatch(name -> name.matches("(logback|log4j|simplelogger|logging).*"))
                        .doesNotContain("META-INF/services/org.slf4j.spi.SLF4JServiceProvider");
            }
        }
    }

    @Test
    void anApplicationOfModulesReachesEachClassOfThem() throws Exception {
        Path directory = Installed.HOME.resolveSibling("it").resolve("parts");
        remove(directory);
        Path sources = Files.createDirectories(directory.resolve("src/parts"));
        Files.writeString(directory.resolve("src/module-info.java"), """
                module parts {
                    requires io.millrace.ipc;
                    requires io.millrace.operators;
                    requires io.millrace.scheduler;
                    requires io.millrace.transport;
                }
                """);
        Files.writeString(sources.resolve("Parts.java"), """
                package parts;

                import io.millrace.api.Bolt;
                import io.millrace.ipc.ring.RingConfig;
                import io.millrace.operators.Bolts;
                import io.millrace.scheduler.json.ProblemJson;
                import io.millrace.transport.frame.FrameDescriptor;
                import java.lang.module.ModuleReader;
                import java.util.List;

                public final class Parts {
                    public static void main(String[] arguments) throws Exception {
                        int classes = 0;
                        for (Class<?> each : List.of(Bolt.class, Bolts.class, RingConfig.class, ProblemJson.class,
                                FrameDescriptor.class)) {
                            Module module = each.getModule();
                            try (ModuleReader reader = module.getLayer().configuration()
                                    .findModule(module.getName()).orElseThrow().reference().open()) {
                                for (String entry : reader.list().toList()) {
                                    if (entry.endsWith(".class") && entry.contains("/") && !entry.contains("-info")) {
                                        String name = entry.substring(0, entry.length() - 6).replace('/', '.');
                                        Class<?> found = Class.forName(module, name);
                                        // These fail if a type of a signature is in a module that is not required
                                        found.getDeclaredMethods();
                                        found.getDeclaredConstructors();
                                        found.getDeclaredFields();
                                        classes++;
                                    }
                                }
                            }
                            System.out.println(module.getName());
                        }
                        System.out.println(classes > 500 ? "all" : "only " + classes);
                    }
                }
                """);
        String modules = path(all().filter(jar -> artifact(jar).matches(PARTS)).toList());
        Path classes = directory.resolve("classes");
        run(
                directory,
                "javac",
                "--module-path",
                modules,
                "-d",
                classes.toString(),
                directory.resolve("src/module-info.java").toString(),
                sources.resolve("Parts.java").toString());

        assertThat(run(
                        directory,
                        "java",
                        "--module-path",
                        classes + File.pathSeparator + modules,
                        "--module",
                        "parts/parts.Parts"))
                .contains(
                        "io.millrace.api\n",
                        "io.millrace.operators\n",
                        "io.millrace.ipc\n",
                        "io.millrace.scheduler\n",
                        "io.millrace.transport\n",
                        "all\n");
    }

    @Tag("long")
    @Test
    void aModuleUsesTheEngineInProcessAndWithProcesses() throws Exception {
        Path directory = Installed.HOME.resolveSibling("it").resolve("modules");
        remove(directory);
        Path sources = Files.createDirectories(directory.resolve("src/service"));
        Files.writeString(directory.resolve("src/module-info.java"), """
                module service {
                    requires io.millrace.operators;
                }
                """);
        Files.writeString(sources.resolve("Service.java"), """
                package service;

                import io.millrace.api.*;
                import io.millrace.api.config.Config;
                import io.millrace.operators.*;
                import java.time.Duration;
                import java.util.List;

                public final class Service {
                    public static final class Counting implements BasicBolt {
                        private transient Counter counter;

                        @Override
                        public void declareOutputs(OutputDeclarer out) {}

                        @Override
                        public void prepare(TaskContext context) {
                            counter = context.counter("length");
                        }

                        @Override
                        public void execute(Tuple input, Emitter out) {
                            counter.add(input.getInt(0));
                        }
                    }

                    public static void main(String[] arguments) throws Exception {
                        Millrace.Builder builder = Millrace.local();
                        try (Millrace engine = (arguments.length == 0 ? builder : builder.processes()).start()) {
                            TopologyBuilder topology = new TopologyBuilder();
                            topology.setSpout("words", Spouts.of("word", List.of("one", "three")));
                            topology.setBolt("lengths", Bolts.map("length", word -> word.getString(0).length()))
                                    .shuffle("words");
                            topology.setBolt("count", new Counting()).shuffle("lengths");
                            RunningTopology run = engine.submit("t", topology.build(), Config.empty());
                            run.awaitCompletion(Duration.ofMinutes(1));
                            System.out.println(Service.class.getModule() + " " + Millrace.class.getModule() + " "
                                    + run.metrics().counter("count", "length"));
                        }
                    }
                }
                """);
        // The engine stays on the class path with its libraries: two of ZooKeeper's share packages
        Set<String> contract = Set.of("millrace-api", "millrace-operators", "fastcsv");
        String modules =
                path(all().filter(jar -> contract.contains(artifact(jar))).toList());
        String libraries =
                path(all().filter(jar -> !contract.contains(artifact(jar))).toList());
        Path classes = directory.resolve("classes");
        run(
                directory,
                "javac",
                "--module-path",
                modules,
                "-d",
                classes.toString(),
                directory.resolve("src/module-info.java").toString(),
                sources.resolve("Service.java").toString());

        for (List<String> arguments : List.of(List.<String>of(), List.of("processes"))) {
            List<String> command = new ArrayList<>(List.of(
                    "java",
                    "--module-path",
                    classes + File.pathSeparator + modules,
                    "--class-path",
                    libraries,
                    "--module",
                    "service/service.Service"));
            command.addAll(arguments);
            assertThat(run(directory, command.toArray(String[]::new)))
                    .contains("module service module io.millrace.api 8");
        }
    }

    private static String run(Path directory, String... command) throws IOException, InterruptedException {
        command[0] = Path.of(System.getProperty("java.home"), "bin", command[0]).toString();
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor()).as(() -> text(out)).isZero();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(out);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static List<Path> jars() throws IOException {
        List<Path> jars =
                all().filter(jar -> MODULES.containsKey(artifact(jar))).toList();
        assertThat(jars).hasSameSizeAs(MODULES.keySet());
        return jars;
    }

    private static Stream<Path> all() throws IOException {
        try (Stream<Path> files = Files.list(Installed.HOME.resolve("lib"))) {
            return files.filter(Files::isRegularFile).sorted().toList().stream();
        }
    }

    /** The name of a jar without its version. */
    private static String artifact(Path jar) {
        return jar.getFileName().toString().replaceAll("-[0-9].*", "");
    }

    private static String path(List<Path> jars) {
        return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static void remove(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }
}
