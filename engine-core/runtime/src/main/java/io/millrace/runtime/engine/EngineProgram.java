// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.Engines;
import io.millrace.api.config.EngineKeys;
import io.millrace.api.template.Template;
import io.millrace.runtime.resources.JavaOptions;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The command of the engines of a component, their limits, and the first message to them. Any thread. */
final class EngineProgram {

    private static final Logger LOG = LoggerFactory.getLogger(EngineProgram.class);

    private final Engines engines;
    private final EngineSettings settings;
    private final EngineEnvironment environment;

    /** The serialized bolt; null for programs. */
    private final byte[] bolt;

    private final List<String> topologyJars;
    private final AtomicBoolean saidThatNoGroup = new AtomicBoolean();

    EngineProgram(Engines engines, EngineSettings settings, ClassLoader loader) {
        this.engines = engines;
        this.settings = settings;
        this.environment = new EngineEnvironment(settings.config(), System.getenv());
        this.bolt = engines.bolt()
                .map(each -> Template.of("bolt", "prepare", each).bytes())
                .orElse(null);
        this.topologyJars = jars(loader);
    }

    /** Returns the jars of a loader that are not on the class path of this JVM. */
    private static List<String> jars(ClassLoader loader) {
        List<String> jars = new ArrayList<>();
        if (loader instanceof URLClassLoader urls) {
            for (URL url : urls.getURLs()) {
                try {
                    jars.add(Path.of(url.toURI()).toString());
                } catch (URISyntaxException | IllegalArgumentException e) {
                    jars.add(url.getPath());
                }
            }
        }
        return jars;
    }

    boolean isContainer() {
        return engines.kind() == Engines.Kind.CONTAINER;
    }

    /**
     * Returns the command of an engine.
     *
     * @param directory directory of the engine
     */
    List<String> command(ContainerCommand container, Path directory) throws IOException {
        return switch (engines.kind()) {
            case JVM -> jvm(directory);
            case CONTAINER -> container.fill(settings.config().get(EngineKeys.CONTAINER_COMMAND));
            default -> engines.command();
        };
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }

    private List<String> jvm(Path directory) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JavaOptions.write(
                directory, EngineKeys.JAVA_OPTIONS, words(settings.config().get(EngineKeys.JAVA_OPTIONS))));
        command.add("-cp");
        command.add(classPath());
        command.add(EngineMain.class.getName());
        return command;
    }

    /** Returns the class path of the engine's classes as absolute paths: the process has another working directory. */
    private static String classPath() {
        List<String> entries = jars(EngineProgram.class.getClassLoader());
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.isEmpty()) {
                entries.add(Path.of(entry).toAbsolutePath().toString());
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    /** Returns the values of the placeholders of a container's commands. */
    ContainerCommand container(String name, Path directory, String user, Set<String> ownVariables) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("name", name);
        values.put("user", user);
        values.put("directory", directory.toString());
        values.put("memory", String.valueOf(settings.memory()));
        values.put("cpus", String.valueOf(settings.cpuPercent() / 100.0));
        values.put("image", engines.command().isEmpty() ? "" : engines.command().get(0));
        Set<String> variables = new LinkedHashSet<>(environment.given());
        variables.addAll(ownVariables);
        List<String> arguments =
                isContainer() ? engines.command().subList(1, engines.command().size()) : List.of();
        return new ContainerCommand(values, variables, arguments);
    }

    /** Returns the environment of an engine without the engine's own variables. */
    Map<String, String> environment() {
        return environment.all();
    }

    /**
     * Makes an engine's control group; null if there is nothing to limit, or it cannot be made, which is logged once.
     */
    Cgroup cgroup(String name) {
        String parent = settings.config().get(EngineKeys.CGROUP);
        if (parent.isEmpty() || settings.memory() == 0 && settings.cpuPercent() == 0) {
            return null;
        }
        try {
            return Cgroup.create(Path.of(parent), name, settings.memory(), settings.cpuPercent());
        } catch (IOException e) {
            if (!saidThatNoGroup.getAndSet(true)) {
                LOG.warn(
                        "engines run without a control group, as {} cannot be used: {}",
                        EngineKeys.CGROUP.name(),
                        e.toString());
            }
            return null;
        }
    }

    /** Returns the command that ends the engine's container. */
    List<String> kill(ContainerCommand container) {
        return container.fill(settings.config().get(EngineKeys.CONTAINER_KILL));
    }

    /** Returns the map in the HELLO frame. */
    Map<String, Object> hello(TaskFacts facts, DeclaredStreams streams) {
        Map<String, Object> map = facts.toMap();
        map.put("streams", streams.fields());
        if (bolt != null) {
            map.put("bolt", bolt);
            map.put("jars", topologyJars);
        }
        return map;
    }
}
