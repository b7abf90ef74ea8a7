// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.backend.Installation;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.jar.TopologyJar;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the jars that a topology of Apache Storm needs beside its own: the adapter, and Storm's libraries. */
final class StormJars {

    /** The system property by which the adapter reads the address of the cluster's ZooKeeper. */
    static final String ZOOKEEPER = "millrace.storm.zookeeper";

    private static final String MAIN_CLASS = "io.millrace.storm.StormMain";
    private static final String CLIENT = "org.apache.storm:storm-client:2.8.3";
    private static final Pattern COORDINATES = Pattern.compile("[\\w.-]+:[\\w.-]+:[\\w.-]+");
    private static final Pattern CLIENT_JAR = Pattern.compile("storm-(client|core)-.*\\.jar");

    private StormJars() {}

    /** Returns the adapter's start of a main class, which is the first word if no option names it. */
    static TopologyJar.Start start(Optional<String> mainClass, List<String> words) {
        List<String> all = new ArrayList<>(words);
        mainClass.ifPresent(main -> all.add(0, main));
        return new TopologyJar.Start(MAIN_CLASS, all);
    }

    /**
     * Returns the jars and directories of jars, for the class path after the topology's own libraries.
     *
     * @param given what {@code --storm-lib} names: files, directories, or coordinates of Maven
     */
    static List<Path> of(Optional<Installation> installation, List<String> given) {
        List<Path> found = new ArrayList<>();
        found.add(adapter(installation));
        List<String> coordinates = new ArrayList<>();
        for (String each : given) {
            if (Files.exists(Path.of(each))) {
                found.add(Path.of(each));
            } else if (COORDINATES.matcher(each).matches()) {
                coordinates.add(each);
            } else {
                throw new CommandFailure(
                        ExitCode.NOT_FOUND,
                        "--storm-lib " + each + " is neither a jar, nor a directory, nor GROUP:ARTIFACT:VERSION");
            }
        }
        boolean hasClient = found.stream().anyMatch(StormJars::hasClient)
                || coordinates.stream().anyMatch(each -> each.contains(":storm-client:"));
        if (!hasClient) {
            coordinates.add(0, CLIENT);
        }
        if (!coordinates.isEmpty()) {
            found.addAll(MavenClassPath.of(coordinates));
        }
        return found;
    }

    private static Path adapter(Optional<Installation> installation) {
        Path directory = installation.map(each -> each.home().resolve("storm")).orElse(Path.of("storm"));
        return jars(directory).stream()
                .findFirst()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.FAILED,
                        "no adapter for Storm in " + directory + ": unpack the distribution again, which has it"));
    }

    private static boolean hasClient(Path path) {
        List<Path> files = Files.isDirectory(path) ? jars(path) : List.of(path);
        return files.stream()
                .anyMatch(file ->
                        CLIENT_JAR.matcher(file.getFileName().toString()).matches());
    }

    private static List<Path> jars(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "cannot read " + directory + ": " + e);
        }
    }

    /** The separator of class paths, as Maven writes it. */
    static List<Path> split(String classPath) {
        return Stream.of(classPath.strip().split(File.pathSeparator))
                .filter(entry -> !entry.isBlank())
                .map(Path::of)
                .toList();
    }
}
