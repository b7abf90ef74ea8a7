// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.embedded;

import io.millrace.api.EngineHealth;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.settings.KnownKeys;
import io.millrace.runtime.settings.TopologyNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** An engine whose topologies run on threads of this process, each in one worker; any thread. */
final class InProcessEngine implements Millrace {

    private final Config config;
    private final Config defaults;
    private final ShutdownHook hook;

    /** All topologies but those that are gone. This and the other fields are guarded by this. */
    private final Map<String, InProcessTopology> running = new LinkedHashMap<>();

    private boolean closed;

    InProcessEngine(Config config, boolean shutdownHook) {
        this.config = config;
        defaults = KnownKeys.ofTopology(config);
        hook = shutdownHook ? ShutdownHook.install(this::close) : ShutdownHook.none();
    }

    @Override
    public synchronized RunningTopology submit(String name, Topology topology, Config own) {
        TopologyNames.checked(name);
        Config checked = KnownKeys.checkedForTopology(own.asMap(), "topology '" + name + "'");
        if (closed) {
            throw new TopologyException("this engine is closed: start another one to submit '" + name + "'");
        }
        running.values().removeIf(InProcessTopology::isGone);
        InProcessTopology former = running.get(name);
        if (former != null && former.status() != RunningTopology.Status.KILLED) {
            throw new TopologyException(
                    former.status() == RunningTopology.Status.FAILED
                            ? "topology '" + name + "' has failed: kill it first, or choose another name"
                            : "a topology named '" + name + "' runs already: kill it, or choose another name");
        }
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        topology.check(defaults.with(checked), loader);
        InProcessTopology started =
                new InProcessTopology(name, Objects.requireNonNull(topology), defaults.with(checked), config, loader);
        running.put(name, started);
        return started;
    }

    /** Submits a topology. Its classes are those of this process. */
    @Override
    public RunningTopology submit(String name, Topology topology, Config own, List<Path> jars) {
        return submit(name, topology, own);
    }

    @Override
    public List<RunningTopology> submitJar(Path jar, List<Path> libs, Config settings, String... arguments) {
        throw new TopologyException("the workers of this engine are threads, and share the service's classes: submit "
                + jar + " to an engine of Millrace.local().processes() or Millrace.connect(...)");
    }

    @Override
    public synchronized Optional<RunningTopology> topology(String name) {
        return Optional.<RunningTopology>ofNullable(running.get(name))
                .filter(topology -> topology.status() != RunningTopology.Status.KILLED);
    }

    @Override
    public synchronized List<String> topologies() {
        return running.values().stream()
                .filter(topology -> topology.status() != RunningTopology.Status.KILLED)
                .map(RunningTopology::name)
                .toList();
    }

    @Override
    public synchronized EngineHealth health() {
        if (closed) {
            return EngineHealth.down("the engine is closed");
        }
        long longestCall = config.get(ClusterKeys.WORKER_HANG_TIMEOUT).toNanos();
        List<String> reasons = new ArrayList<>();
        running.values()
                .forEach(topology -> topology.problems(longestCall)
                        .forEach(problem -> reasons.add("topology '" + topology.name() + "': " + problem)));
        return EngineHealth.of(reasons);
    }

    @Override
    public void close() {
        List<InProcessTopology> all;
        synchronized (this) {
            all = new ArrayList<>(running.values());
            all.forEach(InProcessTopology::beforeClose);
            closed = true;
        }
        all.forEach(InProcessTopology::kill);
        hook.remove();
    }
}
