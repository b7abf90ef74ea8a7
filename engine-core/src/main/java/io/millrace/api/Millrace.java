package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An engine inside this process, for services and tests. Nothing is shared between instances, and {@link #close} leaves
 * no thread, process or file. May be used by any thread. Close it: workers that are threads do not keep the process
 * alive, and those that are processes do.
 *
 * <pre>{@code
 * try (Millrace engine = Millrace.local().start()) {
 *     RunningTopology run = engine.submit("wordcount", topology, Config.empty());
 *     run.awaitCompletion(Duration.ofMinutes(1));
 *     System.out.println(run.metrics().endToEnd());
 * }
 * }</pre>
 */
public interface Millrace extends AutoCloseable {

    /** Begins to describe an engine; nothing is started yet. */
    static Builder local() {
        return new Builder();
    }

    /**
     * Starts a topology; returns as soon as it is accepted.
     *
     * @throws TopologyException if it cannot run, or a topology of that name runs already
     */
    RunningTopology submit(String name, Topology topology, Config config);

    Optional<RunningTopology> topology(String name);

    List<String> topologies();

    /** Kills all topologies and stops the engine; does nothing the second time. */
    @Override
    void close();

    /** Describes an engine. */
    final class Builder {

        private boolean processes;
        private Config config = Config.empty();

        private Builder() {}

        /** Workers are threads of this process (the default): no other process, no network, no file. */
        public Builder inProcess() {
            processes = false;
            return this;
        }

        /**
         * Workers are Java processes with this process's class path; a ZooKeeper server, a controller and a supervisor
         * run inside this process and listen on the loopback interface only.
         */
        public Builder processes() {
            processes = true;
            return this;
        }

        /** A setting of the engine, or a default for all its topologies. */
        public Builder set(String key, Object value) {
            config = config.with(key, value);
            return this;
        }

        public Builder config(Config settings) {
            config = config.with(Objects.requireNonNull(settings));
            return this;
        }

        /**
         * Starts the engine.
         *
         * @throws TopologyException if a setting is wrong, or something that is needed is missing
         */
        public Millrace start() {
            return EngineProvider.load().start(config, processes);
        }
    }
}
