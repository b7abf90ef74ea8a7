// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.backend;

import io.millrace.api.config.Config;
import io.millrace.api.config.ConfigKey;
import io.millrace.cluster.client.Cluster;
import io.millrace.cluster.client.Clusters;
import io.millrace.cluster.config.ConfigSources;
import io.millrace.cluster.controller.ControllerDaemon;
import io.millrace.cluster.doctor.DaemonKind;
import io.millrace.cluster.doctor.Doctor;
import io.millrace.cluster.doctor.Finding;
import io.millrace.cluster.embedded.LocalCluster;
import io.millrace.cluster.supervisor.SupervisorDaemon;
import io.millrace.cluster.zookeeper.ZooKeeperDaemon;
import io.millrace.runtime.settings.KnownKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The backend of the real engine. */
public final class EngineBackend implements Backend {

    private final Map<String, String> environment;

    public EngineBackend(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Config config(Optional<Path> file, Map<String, String> commandLine) {
        List<String> arguments = commandLine.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .toList();
        return ConfigSources.load(file.orElse(null), environment, arguments);
    }

    @Override
    public Cluster connect(Config config) {
        return Clusters.connect(config);
    }

    @Override
    public Embedded embed(Config config) {
        LocalCluster local = LocalCluster.start(config);
        return new Embedded() {
            @Override
            public Cluster cluster() {
                return local.cluster();
            }

            @Override
            public String zooKeeper() {
                return local.zooKeeperConnect();
            }

            @Override
            public Path logs() {
                return local.logs();
            }

            @Override
            public void close() {
                local.close();
            }
        };
    }

    @Override
    public Running start(Role role, Config config) {
        return switch (role) {
            case ZOOKEEPER -> {
                ZooKeeperDaemon daemon = ZooKeeperDaemon.start(config);
                yield new Daemon("at " + daemon.connect(), daemon::close);
            }
            case CONTROLLER -> {
                ControllerDaemon daemon = ControllerDaemon.start(config);
                yield new Daemon("page and REST at " + daemon.url(), daemon::close);
            }
            case SUPERVISOR -> {
                SupervisorDaemon daemon = SupervisorDaemon.start(config);
                yield new Daemon("node " + daemon.node(), daemon::close);
            }
        };
    }

    @Override
    public List<Finding> examine(Config config, Set<Role> daemons) {
        return Doctor.examine(
                config,
                daemons.stream().map(role -> DaemonKind.valueOf(role.name())).collect(Collectors.toSet()));
    }

    @Override
    public List<ConfigKey<?>> keys() {
        return KnownKeys.all();
    }

    private record Daemon(String description, Runnable ending) implements Running {
        @Override
        public void close() {
            ending.run();
        }
    }
}
