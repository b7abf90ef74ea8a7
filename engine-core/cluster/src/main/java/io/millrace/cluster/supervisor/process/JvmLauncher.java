// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor.process;

import io.millrace.api.config.Config;
import io.millrace.api.config.SecretSettings;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.config.ConfigSources;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.worker.WorkerMain;
import io.millrace.runtime.resources.JavaOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Starts workers as processes of this process's Java installation and class path, without a shell. */
public final class JvmLauncher implements WorkerLauncher {

    private static final String CDS_VARIABLE = "MILLRACE_CDS";

    /**
     * The system property of a worker by which the adapter of Storm, which sees no class of the engine but its API, finds
     * the worker's directory.
     */
    private static final String DIRECTORY_PROPERTY = "millrace.worker.directory";

    private static final Pattern COLLECTOR_CHOICE = Pattern.compile("-XX:\\+Use\\w+GC");

    private final String java;
    private final String classPath;
    private final Map<String, String> environment;
    private final Map<String, String> additional;
    private final Path workingDirectory;

    /**
     * @param environment the environment of this process; workers get the variables that are no settings and no secrets
     * @param additional further variables of the workers
     * @param workingDirectory the working directory of the workers; null for that of this process
     */
    public JvmLauncher(
            String classPath, Map<String, String> environment, Map<String, String> additional, Path workingDirectory) {
        this.additional = additional;
        this.workingDirectory = workingDirectory;
        this.java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        this.classPath = classPath;
        this.environment = environment;
    }

    @Override
    public WorkerProcess launch(LaunchSpec spec, WorkerDirectory directory, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command(spec, directory, log));
        if (workingDirectory != null) {
            builder.directory(workingDirectory.toFile());
        }
        builder.environment().clear();
        builder.environment().putAll(withoutSettings(environment));
        builder.environment().putAll(additional);
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        if (!spec.embedded()) {
            builder.redirectInput(new File("/dev/null"));
        }
        return new ChildProcess(builder.start());
    }

    /**
     * Returns the environment without settings and secrets: a worker has its settings in its directory, and does not
     * need the tokens of this process.
     */
    static Map<String, String> withoutSettings(Map<String, String> environment) {
        Map<String, String> left = new HashMap<>(environment);
        left.keySet().removeAll(ConfigSources.variables());
        left.keySet()
                .removeIf(name -> name.startsWith(ConfigSources.ENVIRONMENT_PREFIX) && SecretSettings.isSecret(name));
        return left;
    }

    private List<String> command(LaunchSpec spec, WorkerDirectory directory, Path log) throws IOException {
        Config config = Config.of(spec.program().config());
        List<String> command = new ArrayList<>();
        command.add(java);
        command.add("-Xmx" + config.get(TopologyKeys.WORKER_HEAP));
        // A worker without memory is restarted. Its counters are in shared memory, so the JVM's own performance data is
        // not needed.
        command.add("-XX:+ExitOnOutOfMemoryError");
        command.add("-XX:-UsePerfData");
        // One cache line of the collector's card table stands for 32 KiB of the heap: otherwise executors that mark it
        // for each stored reference would contend for it.
        command.add("-XX:+UseCondCardMark");
        if (Runtime.version().feature() >= 22) {
            // Without this option threads wait at pipes instead of words in shared memory, and Netty falls back from
            // epoll to NIO. Older releases of Java do not need it.
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        // Netty would record the stack of every 128th buffer, which takes longer than a tuple's whole way.
        command.add("-Dio.netty.leakDetection.level=disabled");
        command.add("-D" + DIRECTORY_PROPERTY + "=" + directory.path());
        command.add("-XX:ErrorFile=" + log.resolveSibling("hs_err_" + spec.worker() + "_%p.log"));
        String archive = System.getProperty(CDS_VARIABLE, environment.getOrDefault(CDS_VARIABLE, ""));
        if (!archive.isEmpty() && Files.isReadable(Path.of(archive))) {
            command.add("-XX:SharedArchiveFile=" + archive);
            command.add("-Xshare:auto");
            // A worker with other options starts without the archive, which is no error
            command.add("-Xlog:cds=off");
            command.add("-Xlog:cds+dynamic=off");
        }
        command.addAll(JavaOptions.write(
                directory.path(), TopologyKeys.WORKER_OPTIONS, withDefaults(config.get(TopologyKeys.WORKER_OPTIONS))));
        command.add("-cp");
        command.add(classPath);
        command.add(WorkerMain.class.getName());
        command.add(directory.path().toString());
        return command;
    }

    /**
     * Returns the topology's own options, and the serial garbage collector unless they choose another one. Tuples pass
     * between threads and die young: G1's write barriers cost as much as the hand-over itself, and the parallel
     * collector pauses ten times as long where cores are shared.
     */
    static List<String> withDefaults(String options) {
        List<String> all = new ArrayList<>();
        for (String option : options.strip().split("\\s+")) {
            if (!option.isEmpty()) {
                all.add(option);
            }
        }
        if (all.stream().noneMatch(option -> COLLECTOR_CHOICE.matcher(option).matches())) {
            all.add(0, "-XX:+UseSerialGC");
        }
        return all;
    }
}
