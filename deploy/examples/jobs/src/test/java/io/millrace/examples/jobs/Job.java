// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.TopologyTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A job's main method, whose topology runs on the test's thread, with directories for what it reads and writes. */
final class Job {

    private final Path root;
    private final Consumer<String[]> main;
    private Topology topology;
    private Config config;

    Job(Path root, Consumer<String[]> main) {
        this.root = root;
        this.main = main;
    }

    /** Runs the main method with a directory for each name. A name with a dot is a file's, and a URL is passed on. */
    Job with(String... names) {
        String[] arguments = new String[names.length];
        for (int i = 0; i < names.length; i++) {
            arguments[i] =
                    names[i].contains("://") ? names[i] : root.resolve(names[i]).toString();
            if (!names[i].contains(".")) {
                try {
                    Files.createDirectories(Path.of(arguments[i]));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        TopologySubmitter.with(
                (name, graph, settings) -> {
                    topology = graph;
                    config = settings;
                },
                () -> main.accept(arguments));
        return this;
    }

    TopologyTest start(int workers) {
        return TopologyTest.of(topology).config(config).workers(workers).start();
    }

    RunningTopology submitTo(Millrace engine, int workers) {
        return engine.submit("job", topology, config.with(TopologyKeys.WORKERS, workers));
    }

    /** Appends lines to a file. */
    void write(String file, String... lines) {
        try {
            Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.write(path, List.of(lines), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the lines of all visible files of a directory, sorted. */
    List<String> written(String name) {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(root.resolve(name))) {
            for (Path file : files.filter(each -> !each.getFileName().toString().startsWith("."))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines.stream().sorted().toList();
    }
}
