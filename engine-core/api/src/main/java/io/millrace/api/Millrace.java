// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An engine inside this process, or a connection to a cluster, for services and tests. Instances share nothing. All
 * methods may be called by any thread.
 *
 * <p>Close the engine after use: {@link #close} leaves no thread, process or file. Workers that are threads do not keep
 * this process alive. Workers that are processes do.
 *
 * <pre>{@code
 * try (Millrace engine = Millrace.local().start()) {
 *     RunningTopology run = engine.submit("wordcount", topology, Config.empty());
 *     run.awaitCompletion(Duration.ofMinutes(1));
 *     System.out.println(run.metrics().endToEnd());
 * }
 * }</pre>
 *
 * <p>A cluster is used in the same way; its topologies go on after {@link #close}:
 *
 * <pre>{@code
 * try (Millrace cluster = Millrace.connect("zk1:2181,zk2:2181")) {
 *     cluster.submit("wordcount", topology, Config.empty(), Jars.of(WordCount.class));
 * }
 * }</pre>
 */
public interface Millrace extends AutoCloseable {

    /** Returns a builder for an engine. Nothing is started yet. */
    static Builder local() {
        return new Builder();
    }

    /**
     * Connects to a cluster, with default settings. The token that authorises changes is that of a controller of the
     * same user on this machine, if there is one.
     *
     * @param zooKeeper the addresses of the cluster's ZooKeeper, host:port separated by commas
     * @throws TopologyException if there is no cluster; the message names what is missing
     */
    static Millrace connect(String zooKeeper) {
        return connect(zooKeeper, Config.empty());
    }

    /**
     * Connects to a cluster.
     *
     * @param zooKeeper the addresses of the cluster's ZooKeeper, host:port separated by commas
     * @param settings the settings of the connection, as {@code millrace.yaml} has them, such as {@code
     *     controller.token} and {@code zookeeper.root}, and defaults for the submitted topologies
     * @throws TopologyException if a setting is wrong, or there is no cluster; the message names what is missing
     */
    static Millrace connect(String zooKeeper, Config settings) {
        return ClusterProvider.load().connect(Objects.requireNonNull(zooKeeper), Objects.requireNonNull(settings));
    }

    /**
     * Submits a topology and returns as soon as it is accepted, possibly before its components are open.
     *
     * @param name a name that is unique among the running topologies, see {@link Topology#checkName}
     * @param config settings of {@link io.millrace.api.config.TopologyKeys} and the author's own
     * @throws TopologyException if the topology cannot run, or another topology of this name runs
     */
    RunningTopology submit(String name, Topology topology, Config config);

    /**
     * Submits a topology with the classes of its components. Needed by a cluster; an engine of {@link #local} uses the
     * classes of this process instead.
     *
     * @param jars jars, or directories of classes, of this machine, see {@link Jars#of}. Of classes with the same name
     *     the first is used. Classes of the engine need not be among them.
     * @throws TopologyException if the topology cannot run, another topology of this name runs, or a jar cannot be read
     */
    RunningTopology submit(String name, Topology topology, Config config, List<Path> jars);

    /**
     * Runs the main method of a topology jar on the calling thread, as {@code millrace submit} does, and submits the
     * topologies that it gives to {@link TopologySubmitter}. Only for engines whose workers are processes.
     *
     * @param jar the topology jar, whose manifest names the class to run ({@code Main-Class})
     * @param libs further jars of the topologies, in the order of their class path; may be empty
     * @param settings the settings that override those of the main method
     * @param arguments the arguments of the main method
     * @return the topologies in the order in which they were submitted
     * @throws TopologyException if the jar cannot be run, its main method throws or submits nothing, or a topology is
     *     not accepted; those that were submitted before run on
     */
    List<RunningTopology> submitJar(Path jar, List<Path> libs, Config settings, String... arguments);

    /** Returns the topology of this name; empty if no topology of this name runs. */
    Optional<RunningTopology> topology(String name);

    /** Returns the names of all topologies. */
    List<String> topologies();

    /**
     * Returns whether the engine works, and the reasons if it does not. With workers that are threads the answer is
     * immediate. With workers that are processes it asks the supervisors, and takes up to some seconds if one does not
     * answer, so call it on a thread that may wait. A closed engine is {@link EngineHealth.Status#DOWN}.
     */
    EngineHealth health();

    /**
     * Kills all topologies and stops the engine. The topologies of a cluster go on: only the connection is closed. A
     * second call does nothing.
     */
    @Override
    void close();

    /** Configures an engine. Must be used by one thread. */
    final class Builder {

        private boolean processes;
        private boolean shutdownHook;
        private Config config = Config.empty();

        private Builder() {}

        /** Runs workers as threads of this process, without other processes, network or files. This is the default. */
        public Builder inProcess() {
            processes = false;
            return this;
        }

        /**
         * Runs workers as Java processes with the class path of this process. A ZooKeeper server, a controller and a
         * supervisor run inside this process and listen on the loopback interface only.
         */
        public Builder processes() {
            processes = true;
            return this;
        }

        /**
         * Sets whether the engine closes itself when the JVM shuts down (System.exit, SIGTERM, SIGINT). Off by default:
         * the service closes the engine in its own order. Without either, the components are not closed; worker
         * processes end with this process in any case, and the next engine of the same user removes their files.
         */
        public Builder shutdownHook(boolean install) {
            shutdownHook = install;
            return this;
        }

        /** Sets a key of the engine, or a default for all its topologies. */
        public Builder set(String key, Object value) {
            config = config.with(key, value);
            return this;
        }

        /** Adds settings of the engine, or defaults for all its topologies. Later calls override earlier ones. */
        public Builder config(Config settings) {
            config = config.with(Objects.requireNonNull(settings));
            return this;
        }

        /**
         * Starts the engine.
         *
         * @throws TopologyException if a setting is wrong, or something that the engine needs is missing
         */
        public Millrace start() {
            return processes
                    ? ClusterProvider.load().start(config, shutdownHook)
                    : EngineProvider.load().start(config, shutdownHook);
        }
    }
}
