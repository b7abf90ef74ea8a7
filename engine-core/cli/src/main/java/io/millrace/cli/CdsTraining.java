// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.Millrace;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.cli.backend.Backend;
import io.millrace.cli.backend.EngineBackend;
import io.millrace.cli.terminal.Terminal;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.runtime.plan.TopologyJson;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Loads the classes of commands, daemons and workers, so that the launcher can store them in a class archive ({@code
 * -XX:ArchiveClassesAtExit}). Starts an embedded cluster without worker processes for a moment, and runs a small
 * topology on threads.
 */
public final class CdsTraining {

    private static final List<String> LIBRARIES_OF_WORKERS = List.of("io/millrace/", "org/jctools/queues/");

    private static final Duration MOST = Duration.ofSeconds(10);
    private static final Duration TICK = Duration.ofMillis(10);

    private CdsTraining() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(new ByteArrayInputStream(new byte[0]), nowhere, nowhere, false);
        EngineBackend backend = new EngineBackend(Map.of());
        Cli cli = new Cli(backend, terminal, Optional.empty());
        cli.run("version", "--json");
        cli.run("help", "demo");
        try (Backend.Embedded embedded = backend.embed(Config.empty())) {
            embedded.cluster().list();
            embedded.cluster().nodes();
        }
        Topology topology = topology();
        TopologyJson.read(TopologyJson.write(topology));
        try (Millrace engine = Millrace.local().inProcess().start()) {
            engine.submit("training", topology, Config.empty()).awaitCompletion(MOST);
        }
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            loadAll(entry);
        }
    }

    private static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", Spouts.of("word", List.of("a", "b")), 2);
        builder.setBolt("map", Bolts.map("word", tuple -> tuple.getString(0)), 2)
                .shuffle("words");
        builder.setBolt("end", Bolts.forEach(tuple -> {}), 2)
                .fields("map", "word")
                .tickEvery(TICK);
        return builder.build();
    }

    /** Loads, and does not initialize, the classes of a jar that workers use. */
    private static void loadAll(String path) throws IOException {
        if (!path.endsWith(".jar")) {
            return;
        }
        try (JarFile jar = new JarFile(path)) {
            for (JarEntry entry : jar.stream().toList()) {
                String name = entry.getName();
                if (name.endsWith(".class") && LIBRARIES_OF_WORKERS.stream().anyMatch(name::startsWith)) {
                    load(name.substring(0, name.length() - ".class".length()).replace('/', '.'));
                }
            }
        }
    }

    private static void load(String className) {
        try {
            Class.forName(className, false, CdsTraining.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            // The class needs a missing optional library, so no program loads it.
            return;
        }
    }
}
