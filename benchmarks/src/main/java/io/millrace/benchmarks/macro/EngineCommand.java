// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.benchmarks.machine.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How an engine's process is started: Millrace with the class path of this one, another engine with these classes and
 * its own libraries, which {@code benchmarks/run} has built below {@code benchmarks/peers}.
 */
public record EngineCommand(String name, List<String> options, String classPath) {

    public static final String MILLRACE = "millrace";

    /** Millrace with threads that spin. */
    private static final String SPINNING = "millrace-spin";

    private static final Path PEERS = Path.of("benchmarks", "peers");

    private static final Path SERVICES = Path.of("src", "main", "resources", "META-INF", "services");

    /** The engines of a peer that has more than one: behind the peer's name there is a hyphen. */
    private static final Map<String, List<String>> FORMS = Map.of("jstorm", List.of("jstorm", "jstorm-unbatched"));

    private static final List<String> OPTIONS =
            List.of("-Xms512m", "-Xmx2g", "-XX:-UsePerfData", "-Dslf4j.internal.verbosity=ERROR");

    /**
     * The engines that there are: those of Millrace, and the peers.
     *
     * @param kind the interface that a peer implements to be one of them
     */
    public static List<String> names(Class<?> kind) throws IOException {
        List<String> names = new ArrayList<>(List.of(MILLRACE, SPINNING));
        if (Files.isDirectory(PEERS)) {
            try (Stream<Path> peers = Files.list(PEERS)) {
                peers.filter(peer -> Files.exists(peer.resolve(SERVICES).resolve(kind.getName())))
                        .map(peer -> peer.getFileName().toString())
                        .sorted()
                        .flatMap(peer -> FORMS.getOrDefault(peer, List.of(peer)).stream())
                        .forEach(names::add);
            }
        }
        return names;
    }

    /** Takes --engines, which names some of the known ones. */
    public static List<EngineCommand> take(Options options, String otherwise, List<String> known, String settings)
            throws IOException {
        List<EngineCommand> engines = new ArrayList<>();
        for (String name : options.takeNames("engines", otherwise, known)) {
            engines.add(of(name, settings));
        }
        return engines;
    }

    /** The options that their processes run with. */
    public static String describe(Collection<EngineCommand> engines) {
        return engines.stream()
                .map(engine -> engine.name() + " " + String.join(" ", engine.options()))
                .collect(Collectors.joining("; "));
    }

    /**
     * @param settings further settings of Millrace's topologies: key=value, separated by semicolons
     */
    public static EngineCommand of(String name, String settings) throws IOException {
        List<String> options = new ArrayList<>(OPTIONS);
        if (isMillrace(name)) {
            // The command millrace starts its daemons with these options
            options.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
            String all = name.equals(SPINNING) ? "topology.idle=spin;" + settings : settings;
            options.add("-D" + MillraceEngine.SETTINGS + "=" + all);
            return new EngineCommand(name, options, System.getProperty("java.class.path"));
        }
        Path peer = PEERS.resolve(peer(name));
        Path file = peer.resolve("jvm.options");
        if (Files.exists(file)) {
            try (Stream<String> lines = Files.lines(file)) {
                lines.map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                        .forEach(options::add);
            }
        }
        return new EngineCommand(
                name, options, classes(name) + ":" + classes(name).resolveSibling("lib") + "/*");
    }

    /** Whether it is this engine in one of its forms. */
    public static boolean isMillrace(String name) {
        return name.startsWith(MILLRACE);
    }

    /** The peer that has this engine. */
    public static String peer(String name) {
        return name.split("-")[0];
    }

    private static Path classes(String name) {
        return PEERS.resolve(peer(name)).resolve("target").resolve("classes");
    }

    /** @throws IOException in one line, if it is another engine and was not built */
    public void requireBuilt() throws IOException {
        if (!isMillrace(name) && !Files.isDirectory(classes(name))) {
            throw new IOException(name + " is not built, as there is no " + classes(name)
                    + ": benchmarks/run builds the engines that it measures");
        }
    }

    /**
     * A service with an engine inside it, on the JVM's own compilers and collector.
     *
     * @param settings further settings of Millrace's topologies
     */
    public static EngineCommand service(String name, String settings) throws IOException {
        if (Files.isDirectory(PEERS.resolve(name))) {
            return of(name, "");
        }
        List<String> options = new ArrayList<>(OPTIONS);
        options.add("-D" + MillraceEngine.SETTINGS + "=" + settings);
        return new EngineCommand(name, options, System.getProperty("java.class.path"));
    }

    @Override
    public String toString() {
        return name;
    }

    /** The name by which the engine's process knows it. */
    String engine() {
        return isMillrace(name) ? MILLRACE : name;
    }

    /** What another engine leaves behind as files is in this directory. */
    public List<String> java(Path directory) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        if (!isMillrace(name)) {
            command.add("-Djava.io.tmpdir=" + directory);
        }
        command.addAll(List.of("-cp", classPath));
        return command;
    }
}
