// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Predicate;

/**
 * A further JVM of an engine, with the class path and the options of this one, which ends with this one: the pipe
 * between them is closed then, however this one ended.
 */
public final class EngineProcess implements AutoCloseable {

    private final Process process;

    private EngineProcess(Process process) {
        this.process = process;
    }

    /** Starts a class whose main method calls {@link #endWithParent}; what it prints goes where this process prints. */
    public static EngineProcess start(Class<?> main, String... arguments) throws IOException {
        return start(Hosts.HERE.hub(), List.of(), main, arguments);
    }

    /**
     * Starts a class whose main method calls {@link #endWithParent}, on a host.
     *
     * @param options of the JVM, after those of this one
     */
    public static EngineProcess start(Hosts.Host host, List<String> options, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        // What makes it run on a host becomes the process itself, with the pipe
        ProcessBuilder builder = new ProcessBuilder(host.command(command))
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        // What it starts in turn shall be the same Java
        String home = System.getProperty("java.home");
        builder.environment().put("JAVA_HOME", home);
        builder.environment().merge("PATH", home + "/bin", (path, bin) -> bin + File.pathSeparator + path);
        return new EngineProcess(builder.start());
    }

    /**
     * Finds an engine. A peer's own classes come first on its class path, and what Millrace's engine needs is not
     * there.
     *
     * @param name for the error
     */
    public static <E> E find(Class<E> kind, String name, Predicate<E> isIt) {
        return ServiceLoader.load(kind).stream()
                .map(ServiceLoader.Provider::get)
                .filter(isIt)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no engine " + name + " on the class path"));
    }

    /** Ends this process and all that it started when the one that started it has ended. */
    public static void endWithParent() {
        Thread watch = new Thread(
                () -> {
                    awaitEndOfInput();
                    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
                    Runtime.getRuntime().halt(1);
                },
                "end-with-parent");
        watch.setDaemon(true);
        watch.start();
    }

    private static void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // Nobody writes: only the end matters
            }
        } catch (IOException e) {
            // An error means the end, too
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
