// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import io.millrace.api.EngineHealth;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.ServiceEnd;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Submission;
import io.millrace.cluster.jar.JarSubmission;
import io.millrace.cluster.jar.TopologyJar;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.runtime.embedded.ShutdownHook;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** An engine whose topologies run in worker processes of a cluster, which may be an embedded one; any thread. */
final class ClusterEngine implements Millrace {

    private final Cluster cluster;
    private final Config defaults;

    /** The class path of all workers; null if workers may run on other machines, and therefore need jars. */
    private final List<String> classPath;

    private final ServiceConnections services;
    private final Supplier<EngineHealth> health;
    private final Runnable onClose;
    private final ShutdownHook hook;
    private volatile boolean closed;

    /**
     * @param services connects to the workers that this process feeds, asks or takes from
     * @param defaults the defaults of the submitted topologies
     * @param classPath the class path of all workers, or null
     * @param health returns the health of the cluster
     * @param shutdownHook whether the engine is closed when the JVM shuts down
     * @param onClose ends the parts that belong to this engine
     */
    ClusterEngine(
            Cluster cluster,
            ServiceConnections services,
            Config defaults,
            List<String> classPath,
            Supplier<EngineHealth> health,
            boolean shutdownHook,
            Runnable onClose) {
        this.cluster = cluster;
        this.services = services;
        this.defaults = defaults;
        this.classPath = classPath;
        this.health = health;
        this.onClose = onClose;
        this.hook = shutdownHook ? ShutdownHook.install(this::close) : ShutdownHook.none();
    }

    @Override
    public RunningTopology submit(String name, Topology topology, Config config) {
        return submit(name, topology, config, List.of());
    }

    @Override
    public RunningTopology submit(String name, Topology topology, Config config, List<Path> jars) {
        Config settings = defaults.with(config);
        topology.check(settings, Thread.currentThread().getContextClassLoader());
        if (classPath != null) {
            return submit(new Submission(name, Objects.requireNonNull(topology), settings, null, classPath));
        }
        if (jars.isEmpty()) {
            throw new TopologyException("topology '" + name + "' has no jars: the cluster's workers need the classes of"
                    + " its components; name their jars, such as Jars.of(MyBolt.class), after the configuration");
        }
        try (PackedJars packed = PackedJars.of(jars)) {
            List<Path> paths = packed.paths();
            return submit(new Submission(
                    name,
                    Objects.requireNonNull(topology),
                    settings,
                    paths.get(0),
                    paths.subList(1, paths.size()),
                    List.of()));
        }
    }

    @Override
    public List<RunningTopology> submitJar(Path jar, List<Path> libs, Config settings, String... arguments) {
        return call(() -> {
            TopologyJar checked = TopologyJar.at(jar);
            List<Path> classes = new ArrayList<>(List.of(checked.path()));
            classes.addAll(libs);
            TopologyJar.Start start = checked.start(Optional.empty(), List.of());
            return new JarSubmission(
                            checked,
                            classes,
                            new TopologyJar.Start(start.mainClass(), List.of(arguments)),
                            Optional.empty())
                    .submit(cluster, defaults, settings).stream()
                            .<RunningTopology>map(info -> new ClusterTopology(cluster, services, info))
                            .toList();
        });
    }

    private RunningTopology submit(Submission submission) {
        return call(() -> {
            TopologyInfo info = cluster.submit(submission);
            boolean serves = submission.topology().components().stream()
                    .anyMatch(component -> component.service().kind() != ServiceEnd.Kind.NONE);
            if (serves && classPath != null) {
                // The workers are on this machine, and start for this process
                services.begin(info.name(), info.id());
            }
            return new ClusterTopology(cluster, services, info);
        });
    }

    @Override
    public Optional<RunningTopology> topology(String name) {
        return call(() -> cluster.list().stream()
                .filter(info -> info.name().equals(name))
                .findFirst()
                .map(info -> new ClusterTopology(cluster, services, info)));
    }

    @Override
    public List<String> topologies() {
        return call(() -> cluster.list().stream().map(TopologyInfo::name).toList());
    }

    @Override
    public EngineHealth health() {
        if (closed) {
            return EngineHealth.down("the engine is closed");
        }
        EngineHealth own = health.get();
        List<String> unconnected = services.problems();
        if (own.status() == EngineHealth.Status.DOWN || unconnected.isEmpty()) {
            return own;
        }
        return EngineHealth.of(
                Stream.concat(own.reasons().stream(), unconnected.stream()).toList());
    }

    /** Closes the engine. A second call waits for the first, as the JVM must not end between them. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            services.close();
            onClose.run();
            hook.remove();
        }
    }

    private <T> T call(Supplier<T> question) {
        if (closed) {
            throw new TopologyException("this engine is closed: start or connect another one");
        }
        try {
            return question.get();
        } catch (ClusterException e) {
            throw new TopologyException(e.getMessage(), e);
        }
    }
}
