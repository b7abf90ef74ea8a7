// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cli.backend.Backend;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.doctor.Finding;
import io.millrace.cluster.model.ClusterException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A fake backend with a cluster that records requests, or without a cluster. */
final class FakeBackend implements Backend {

    final FakeCluster cluster = new FakeCluster();
    final List<Role> started = new ArrayList<>();
    final Set<Role> examined = new TreeSet<>();
    final List<Finding> findings = new ArrayList<>();
    boolean reachable = true;
    int connections;
    int embedded;
    List<ConfigKey<?>> keys = TopologyKeys.all();
    Optional<Path> configFile = Optional.empty();
    Optional<RuntimeException> startFailure = Optional.empty();

    @Override
    public Config config(Optional<Path> file, Map<String, String> commandLine) {
        configFile = file;
        return Config.of(commandLine);
    }

    @Override
    public Cluster connect(Config config) {
        if (!reachable) {
            throw new ClusterException(
                    ClusterException.Reason.NO_CLUSTER,
                    "no ZooKeeper at 127.0.0.1:1: start one, or set zookeeper.connect");
        }
        connections++;
        return cluster;
    }

    @Override
    public Embedded embed(Config config) {
        embedded++;
        return new Embedded() {
            @Override
            public Cluster cluster() {
                return cluster;
            }

            @Override
            public String zooKeeper() {
                return "127.0.0.1:1";
            }

            @Override
            public Path logs() {
                return Path.of("no logs");
            }

            @Override
            public void close() {
                embedded--;
            }
        };
    }

    @Override
    public Running start(Role role, Config config) {
        startFailure.ifPresent(failure -> {
            throw failure;
        });
        started.add(role);
        throw new CommandFailure(ExitCode.FAILED, "ended by the test");
    }

    @Override
    public List<Finding> examine(Config config, Set<Role> daemons) {
        examined.addAll(daemons);
        return findings;
    }

    @Override
    public List<ConfigKey<?>> keys() {
        return keys;
    }
}
