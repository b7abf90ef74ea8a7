// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.backend;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.doctor.Finding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The operations of commands on the engine; tests replace it. */
public interface Backend {

    enum Role {
        CONTROLLER,
        SUPERVISOR,
        ZOOKEEPER
    }

    interface Running extends AutoCloseable {

        /** Returns the cluster's addresses, for people. */
        String description();

        @Override
        void close();
    }

    /** An embedded cluster; a close kills its topologies and removes its files. */
    interface Embedded extends AutoCloseable {

        Cluster cluster();

        /** Returns the address of its ZooKeeper, as {@code zookeeper.connect} has it. */
        String zooKeeper();

        /** Returns the directory with a directory of worker logs for each topology, also for killed ones. */
        Path logs();

        @Override
        void close();
    }

    /**
     * Returns the settings from the command line, the environment, and the file if there is one, in this order of
     * precedence.
     */
    Config config(Optional<Path> file, Map<String, String> commandLine);

    Cluster connect(Config config);

    Embedded embed(Config config);

    Running start(Role role, Config config);

    /** Examines this machine for these daemons. */
    List<Finding> examine(Config config, Set<Role> daemons);

    /** Returns every key of the engine, in the order of the documentation. */
    List<ConfigKey<?>> keys();
}
