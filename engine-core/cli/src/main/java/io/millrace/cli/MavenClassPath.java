// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Has Maven find libraries with all that they need: in the user's local repository, or else from where Maven fetches.
 * Remembers the answer for as long as its files are there.
 */
final class MavenClassPath {

    private static final int MOST_LINES = 3;

    /** With its version, as Maven else asks the network for the newest one, also where it has another. */
    private static final String GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath";

    private MavenClassPath() {}

    /** @param coordinates GROUP:ARTIFACT:VERSION of each library */
    static List<Path> of(List<String> coordinates) {
        return of(Path.of(System.getProperty("user.home"), ".cache", "millrace", "maven"), coordinates);
    }

    /** @param answers the directory of the answers, whose {@code .mvn} has options of Maven if there is one */
    static List<Path> of(Path answers, List<String> coordinates) {
        String key = String.join("_", coordinates).replaceAll("[^\\w.-]", "_");
        Path answer = answers.resolve(key + ".classpath");
        try {
            List<Path> known = Files.exists(answer) ? StormJars.split(Files.readString(answer)) : List.of();
            if (!known.isEmpty() && known.stream().allMatch(Files::exists)) {
                return known;
            }
            Files.createDirectories(answers);
            Path project = answers.resolve(key + ".pom.xml");
            Path log = answers.resolve(key + ".log");
            Files.writeString(project, project(coordinates));
            if (!run(project, answer, log, true) && !run(project, answer, log, false)) {
                throw new CommandFailure(
                        ExitCode.FAILED,
                        "Maven does not find " + String.join(", ", coordinates) + ": " + cause(log)
                                + " (all it said is in " + log + "; or name a directory of jars by --storm-lib)");
            }
            return StormJars.split(Files.readString(answer));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "cannot run Maven (" + e.getMessage() + "): install mvn, or name a directory of Storm's jars by"
                            + " --storm-lib, such as --storm-lib apache-storm-2.8.3/lib");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILED, "interrupted while Maven looks for libraries");
        }
    }

    private static boolean run(Path project, Path answer, Path log, boolean offline)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-q", "-f", project.toString()));
        if (offline) {
            command.add("-o");
        }
        command.addAll(List.of(GOAL, "-DincludeScope=runtime", "-Dmdep.outputFile=" + answer));
        Process maven = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        maven.getOutputStream().close();
        try {
            return maven.waitFor() == 0;
        } finally {
            maven.destroy();
        }
    }

    private static String cause(Path log) throws IOException {
        String errors = Files.readAllLines(log).stream()
                .filter(line -> line.startsWith("[ERROR]"))
                .limit(MOST_LINES)
                .map(line -> line.substring("[ERROR]".length()).strip())
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("; "));
        return errors.isEmpty() ? "it gives no reason" : errors;
    }

    /** Storm's binding of slf4j is left out, as workers log by the engine's. */
    private static String project(List<String> coordinates) {
        String dependencies = coordinates.stream()
                .map(each -> each.split(":"))
                .map(each -> "<dependency><groupId>" + each[0] + "</groupId><artifactId>" + each[1]
                        + "</artifactId><version>" + each[2] + "</version><exclusions>"
                        + "<exclusion><groupId>org.apache.logging.log4j</groupId><artifactId>log4j-slf4j2-impl"
                        + "</artifactId></exclusion>"
                        + "<exclusion><groupId>org.apache.logging.log4j</groupId><artifactId>log4j-slf4j-impl"
                        + "</artifactId></exclusion>"
                        + "<exclusion><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId></exclusion>"
                        + "</exclusions></dependency>")
                .collect(Collectors.joining());
        return "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>"
                + "<groupId>io.millrace.generated</groupId><artifactId>libraries</artifactId><version>1</version>"
                + "<packaging>pom</packaging><dependencies>" + dependencies + "</dependencies></project>";
    }
}
