// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.backend.Installation;
import io.millrace.cli.terminal.Terminal;
import io.millrace.cluster.client.ClassPathJars;
import io.millrace.cluster.jar.JarSubmission;
import io.millrace.cluster.jar.TopologyJar;
import io.millrace.cluster.model.TopologyInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The common arguments of {@code submit} and {@code local}: a jar, its main class, and the name of the topology. */
final class JarArguments {

    @Parameters(index = "0", paramLabel = "JAR", description = "The topology jar.")
    private Path jar;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "[MAINCLASS] ARGUMENT",
            description = "The class whose main method submits, if it is not the manifest's; then its arguments."
                    + " Options that millrace does not know are arguments too.")
    private List<String> words = new ArrayList<>();

    @Option(
            names = "--main",
            paramLabel = "CLASS",
            description = "The class whose main method submits; all words after the jar are its arguments.")
    private String mainClass;

    @Option(names = "--name", paramLabel = "NAME", description = "Submit under this name instead of the main method's.")
    private String name;

    @Option(
            names = "--lib",
            paramLabel = "DIR|JAR",
            description = "A jar, or a directory of jars, for the class path after the topology jar, in this order;"
                    + " may be repeated. The jars of a directory are in the order of their names.")
    private List<Path> libs = new ArrayList<>();

    @Option(
            names = "--storm",
            description = "The jar was compiled against Apache Storm; the main class is given after it, or by --main.")
    private boolean storm;

    @Option(
            names = "--storm-lib",
            paramLabel = "DIR|JAR|GROUP:ARTIFACT:VERSION",
            description =
                    "With --storm: Storm's libraries, or a module of it that the jar needs; may be repeated. Without"
                            + " storm-client among them Maven finds version 2.8.3 of it.")
    private List<String> stormLibs = new ArrayList<>();

    /** Lets Trident, which keeps its transactions in ZooKeeper, use that of the cluster. */
    void tellZooKeeper(String connect) {
        if (storm) {
            System.setProperty(StormJars.ZOOKEEPER, connect);
        }
    }

    /** Prints the cluster's notes on the topologies. */
    void printNotes(List<TopologyInfo> submitted, Terminal terminal) {
        submitted.stream()
                .map(info -> info.remarks().note())
                .filter(Objects::nonNull)
                .flatMap(String::lines)
                .forEach(note -> terminal.errorLine("note: " + note));
    }

    /** Checks the jars before a cluster is started or asked. */
    JarSubmission check(Optional<Installation> installation) {
        TopologyJar checked = TopologyJar.at(jar);
        if (storm) {
            List<Path> all = new ArrayList<>(libs);
            all.addAll(StormJars.of(installation, stormLibs));
            return new JarSubmission(
                    checked,
                    ClassPathJars.of(checked.path(), all),
                    StormJars.start(Optional.ofNullable(mainClass), words),
                    Optional.ofNullable(name));
        }
        return new JarSubmission(
                checked,
                ClassPathJars.of(checked.path(), libs),
                checked.start(Optional.ofNullable(mainClass), words),
                Optional.ofNullable(name));
    }
}
