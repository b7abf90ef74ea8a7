package io.millrace.cluster.supervisor;

import io.millrace.api.Config;
import io.millrace.api.TopologyKeys;
import io.millrace.cluster.worker.LaunchSpec;
import io.millrace.cluster.worker.WorkerMain;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Starts workers as Java processes of the same Java and class path as this one; no shell is involved. */
final class JvmLauncher implements WorkerLauncher {

    private static final String CDS_VARIABLE = "MILLRACE_CDS";

    private static final String PROCESSORS = "-XX:ActiveProcessorCount=";
    private static final Pattern COLLECTOR_CHOICE = Pattern.compile("-XX:\\+Use\\w+GC");

    private final String java;
    private final String classPath;
    private final Map<String, String> environment;
    private final Path workingDirectory;

    /** @param workingDirectory of the processes; null: this process's own, for workers that an embedding service expects there */
    JvmLauncher(String classPath, Map<String, String> environment, Path workingDirectory) {
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
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        if (!spec.embedded()) {
            builder.redirectInput(new File("/dev/null"));
        }
        return new ChildProcess(builder.start());
    }

    private List<String> command(LaunchSpec spec, WorkerDirectory directory, Path log) {
        Config config = Config.of(spec.config());
        List<String> command = new ArrayList<>();
        command.add(java);
        command.add("-Xmx" + config.get(TopologyKeys.WORKER_HEAP));
        // A worker without memory is started again; its counters are in shared memory, so the JVM need not keep its
        // own.
        command.add("-XX:+ExitOnOutOfMemoryError");
        command.add("-XX:-UsePerfData");
        // One cache line of the collector's card table stands for 32 KiB of the heap: executors that mark it for each
        // reference that they store would take it from each other.
        command.add("-XX:+UseCondCardMark");
        if (Runtime.version().feature() >= 24) {
            // Without it Netty falls back from epoll to NIO; older releases do not need it.
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        // Netty would note the stack of each 128th buffer's use, which takes longer than a tuple's whole way.
        command.add("-Dio.netty.leakDetection.level=disabled");
        command.add("-XX:ErrorFile=" + log.resolveSibling("hs_err_" + spec.worker() + "_%p.log"));
        String archive = System.getProperty(CDS_VARIABLE, environment.getOrDefault(CDS_VARIABLE, ""));
        if (!archive.isEmpty() && Files.isReadable(Path.of(archive))) {
            command.add("-XX:SharedArchiveFile=" + archive);
            command.add("-Xshare:auto");
        }
        command.addAll(withDefaults(
                config.get(TopologyKeys.WORKER_OPTIONS), Runtime.getRuntime().availableProcessors()));
        command.add("-cp");
        command.add(classPath);
        command.add(WorkerMain.class.getName());
        command.add(directory.path().toString());
        return command;
    }

    /**
     * The topology's own options, and what they do not choose. A garbage collector: tuples go from thread to thread and die
     * young; G1, which Java takes by itself, spends as much on noting each hand-over as the hand-over costs, and the
     * parallel collector's threads wait for each other where cores are shared, ten times as long as this one pauses. The number
     * of processors: Java asks for those of the calling thread, and an executor's may be bound to one for a while.
     */
    static List<String> withDefaults(String options, int processors) {
        List<String> all = new ArrayList<>();
        for (String option : options.strip().split("\\s+")) {
            if (!option.isEmpty()) {
                all.add(option);
            }
        }
        if (all.stream().noneMatch(option -> COLLECTOR_CHOICE.matcher(option).matches())) {
            all.add(0, "-XX:+UseSerialGC");
        }
        if (all.stream().noneMatch(option -> option.startsWith(PROCESSORS))) {
            all.add(0, PROCESSORS + processors);
        }
        return all;
    }
}
