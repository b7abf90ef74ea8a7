// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The directory of one daemon of Storm: its storm.yaml, its logs, its state, and the pids of its workers. */
final class StormHome {
    private static final String LOGGING = """
            <Configuration status="error">
              <Appenders><Console name="out"><PatternLayout pattern="%d %p %c %m%n"/></Console></Appenders>
              <Loggers>
                <Logger name="io.millrace" level="info"/>
                <Root level="warn"><AppenderRef ref="out"/></Root>
              </Loggers>
            </Configuration>
            """;

    private static final String JAR = System.getProperty("millrace.storm.jar", "");

    private static final Pattern IN_JAR =
            Pattern.compile(".*/(storm-plugins|engine-ipc|engine-scheduler)/target/(classes|[^/]*\\.jar)");

    private final Path directory;

    private StormHome(Path directory) {
        this.directory = directory;
    }

    static StormHome create(Path directory, Map<String, Object> settings) throws IOException {
        Path logging = Files.createDirectories(directory.resolve("log4j2"));
        Files.writeString(logging.resolve("worker.xml"), LOGGING);
        Files.createDirectories(directory.resolve("logs"));
        List<String> lines = new ArrayList<>();
        lines.add("storm.local.dir: \"" + directory.resolve("local") + "\"");
        lines.add("storm.log4j2.conf.dir: \"" + logging + "\"");
        settings.forEach((key, value) -> lines.add(key + ": " + value));
        Files.write(directory.resolve("storm.yaml"), lines);
        return new StormHome(directory);
    }

    /** The options of a JVM that belongs to this directory. */
    List<String> options() {
        return List.of(
                "-Dstorm.home=" + directory,
                "-Dstorm.log.dir=" + directory.resolve("logs"),
                "-Dstorm.conf.file=" + directory.resolve("storm.yaml"),
                "-Dlog4j.configurationFile=" + directory.resolve("log4j2").resolve("worker.xml"),
                "-Dmillrace.storm.log=info");
    }

    Process start(String daemon) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
        command.addAll(options());
        command.addAll(List.of("-cp", classPath(), Daemon.class.getName(), daemon));
        Path log = directory.resolve(daemon + ".log");
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** The processes of the workers that the supervisor of this directory has started. */
    List<ProcessHandle> workers() throws IOException {
        Path workers = directory.resolve("local").resolve("workers");
        if (!Files.isDirectory(workers)) {
            return List.of();
        }
        try (Stream<Path> files = Files.find(
                workers,
                3,
                (file, attributes) ->
                        "pids".equals(file.getParent().getFileName().toString()))) {
            return files.map(file ->
                            ProcessHandle.of(Long.parseLong(file.getFileName().toString())))
                    .flatMap(Optional::stream)
                    .toList();
        } catch (UncheckedIOException e) {
            // A supervisor deletes them meanwhile
            return List.of();
        }
    }

    /**
     * The class path of this process, for workers, whose working directory is another one; with the jar for extlib in
     * place of the classes in it, if Maven says where the jar is.
     */
    static String classPath() {
        return Stream.concat(
                        Stream.of(JAR).filter(jar -> !jar.isEmpty()),
                        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                                .filter(entry ->
                                        JAR.isEmpty() || !IN_JAR.matcher(entry).matches()))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
