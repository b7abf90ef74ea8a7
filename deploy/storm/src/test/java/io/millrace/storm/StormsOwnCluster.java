// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import io.millrace.cluster.Await;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** Runs a main class on Storm's own {@code LocalCluster}, in a process without a class of Millrace. */
final class StormsOwnCluster {

    /** Storm ends by itself after this time, should the test not. */
    private static final int MOST_SECONDS = 300;

    private StormsOwnCluster() {}

    /**
     * Runs a main class until its results are complete.
     *
     * @param jars the jars of the topology, after Storm's
     * @param words the main class, then its arguments
     * @param directory where Storm has its files and its log
     */
    static void run(List<Path> jars, List<String> words, Path directory, Callable<Boolean> complete) throws Exception {
        List<Path> all = new ArrayList<>(TwoWorkers.onClassPath("(?!millrace|logback|.*-tests[.]).*[.]jar"));
        all.addAll(jars);
        Files.createDirectories(directory);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + directory,
                "-Dstorm.local.sleeptime=" + MOST_SECONDS,
                "-Dstorm.jar=" + jars.get(0),
                "-cp",
                all.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                "org.apache.storm.LocalCluster"));
        command.addAll(words);
        Path log = directory.resolve("storm.log");
        Process storm = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            Await.until("results of Storm", TwoWorkers.LONG, () -> {
                if (!storm.isAlive()) {
                    throw new IllegalStateException("Storm has ended: " + end(log));
                }
                return complete.call();
            });
        } finally {
            storm.descendants().forEach(ProcessHandle::destroyForcibly);
            storm.destroyForcibly().waitFor();
        }
    }

    private static String end(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    }
}
