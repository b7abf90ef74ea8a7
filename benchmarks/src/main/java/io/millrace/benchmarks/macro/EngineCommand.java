package io.millrace.benchmarks.macro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How an engine's process is started: Millrace with the class path of this one, another engine with these classes and its
 * own libraries, which {@code benchmarks/run} has built below {@code benchmarks/peers}.
 */
record EngineCommand(String name, List<String> options, String classPath) {

    private static final String MILLRACE = "millrace";
    private static final List<String> OPTIONS =
            List.of("-Xms512m", "-Xmx2g", "-XX:-UsePerfData", "-Dslf4j.internal.verbosity=ERROR");

    /**
     * @param workerOptions further options of Millrace's workers
     */
    static EngineCommand of(String name, String workerOptions) throws IOException {
        List<String> options = new ArrayList<>(OPTIONS);
        if (name.equals(MILLRACE)) {
            if (!workerOptions.isEmpty()) {
                options.add("-D" + MillraceEngine.WORKER_OPTIONS + "=" + workerOptions);
            }
            return new EngineCommand(name, options, System.getProperty("java.class.path"));
        }
        Path peer = Path.of("benchmarks", "peers", name);
        Path file = peer.resolve("jvm.options");
        if (Files.exists(file)) {
            try (Stream<String> lines = Files.lines(file)) {
                lines.map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                        .forEach(options::add);
            }
        }
        String target = peer.resolve("target").toString();
        return new EngineCommand(name, options, target + "/classes:" + target + "/lib/*");
    }

    /** What another engine leaves behind as files is in this directory. */
    List<String> java(Path directory) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        if (!name.equals(MILLRACE)) {
            command.add("-Djava.io.tmpdir=" + directory);
        }
        command.addAll(List.of("-cp", classPath));
        return command;
    }
}
