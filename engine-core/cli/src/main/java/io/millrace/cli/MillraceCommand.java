// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.Config;
import io.millrace.cli.backend.Backend;
import io.millrace.cli.backend.Installation;
import io.millrace.cli.terminal.Terminal;
import io.millrace.cluster.client.Cluster;
import io.millrace.runtime.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root command: options of all commands, and their shared helpers. */
@Command(
        name = "millrace",
        description = "Runs topologies of spouts and bolts in worker processes that share memory.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            LocalCommand.class,
            SubmitCommand.class,
            ListCommand.class,
            DescribeCommand.class,
            TopCommand.class,
            MetricsCommand.class,
            LatencyCommand.class,
            GeoCommand.class,
            EnginesCommand.class,
            SnapshotsCommand.class,
            LogsCommand.class,
            ActivateCommand.class,
            DeactivateCommand.class,
            AskCommand.class,
            RebalanceCommand.class,
            SetCommand.class,
            SavepointCommand.class,
            KillCommand.class,
            NodesCommand.class,
            DrainCommand.class,
            UndrainCommand.class,
            ScheduleCommand.class,
            RingCommand.class,
            ZooKeeperCommand.class,
            ControllerCommand.class,
            SupervisorCommand.class,
            DoctorCommand.class,
            ConfigCommand.class,
            CompletionCommand.class,
            VersionCommand.class,
            HelpCommand.class
        },
        footer = {
            "",
            "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 no cluster.",
            "'millrace help COMMAND' explains a command."
        })
final class MillraceCommand implements Runnable {

    private final Backend backend;
    private final Terminal terminal;
    private final WaitNotice notice;
    private final Optional<Installation> installation;

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print JSON instead of text.")
    private boolean json;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Print the stack trace of an error too.")
    private boolean verbose;

    @Option(
            names = "-c",
            paramLabel = "KEY=VALUE",
            scope = ScopeType.INHERIT,
            description = "Set a configuration key; may be repeated ('millrace config' shows all keys).")
    private Map<String, String> settings = new TreeMap<>();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Read this configuration file instead of conf/millrace.yaml.")
    private Path configFile;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Explain the command.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            description = "Show the version, as 'millrace version' does.")
    private boolean version;

    MillraceCommand(Backend backend, Terminal terminal, Optional<Installation> installation) {
        this.backend = backend;
        this.terminal = terminal;
        this.notice = new WaitNotice(terminal, System::nanoTime);
        this.installation = installation;
    }

    @Override
    public void run() {
        if (version) {
            VersionCommand.printVersions(this);
            return;
        }
        throw new ParameterException(spec.commandLine(), "no command: 'millrace help' lists them");
    }

    Backend backend() {
        return backend;
    }

    Terminal terminal() {
        return terminal;
    }

    Optional<Installation> installation() {
        return installation;
    }

    boolean json() {
        return json;
    }

    boolean verbose() {
        return verbose;
    }

    Config settings() {
        return Config.of(settings);
    }

    /** Returns all settings, from the file, the environment and {@code -c}. */
    Config config() {
        Optional<Path> file = Optional.ofNullable(configFile)
                .or(() -> installation.map(Installation::configFile).filter(Files::exists));
        return backend.config(file, settings);
    }

    /** Connects a client that prints on standard error what it waits for. */
    Cluster connect() {
        Cluster cluster = backend.connect(config());
        cluster.onWait(notice);
        return cluster;
    }

    WaitNotice notice() {
        return notice;
    }

    /** Prints the value as JSON with {@code --json}, otherwise the lines. */
    void print(Object value, List<String> lines) {
        print(value, () -> lines.forEach(terminal::line));
    }

    /** Prints the value as JSON with {@code --json}, otherwise runs {@code text}. */
    void print(Object value, Runnable text) {
        if (json) {
            terminal.line(Json.pretty(value));
        } else {
            text.run();
        }
    }
}
