package io.millrace.cli;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.cluster.client.Cluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All that the commands ask of the packages below; tests put another in its place. */
public interface Backend {

    /** A daemon that a command runs. */
    enum Role {
        CONTROLLER,
        SUPERVISOR,
        ZOOKEEPER
    }

    /** Something that runs until it is closed. */
    interface Running extends AutoCloseable {

        /** Where it is and how to reach it, for people. */
        String description();

        @Override
        void close();
    }

    /** An embedded cluster; closing it ends its topologies and removes what it made. */
    interface Embedded extends AutoCloseable {

        Cluster cluster();

        /** In which there is a directory for each topology, with its workers' logs, also after it was killed. */
        Path logs();

        @Override
        void close();
    }

    /** Settings from a file, if there is one, the environment and the command line, the latter first. */
    Config config(Optional<Path> file, Map<String, String> commandLine);

    Cluster connect(Config config);

    Embedded embed(Config config);

    Running start(Role role, Config config);

    /** Every key of the engine, in the order of the documentation. */
    List<ConfigKey<?>> keys();
}
