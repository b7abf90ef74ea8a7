// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shell that waits for the end of this process, for any reason, and then ends the engines that are left. It reads
 * from a pipe that only this process can write to. It ignores the signals of a terminal, and knows the engines by the
 * mark in their environment. Any thread.
 */
final class EngineGuard {

    private static final Logger LOG = LoggerFactory.getLogger(EngineGuard.class);

    /**
     * The script of the shell. Each line of the input is a command for the end. A process that was about to start when
     * the worker ended is not seen at once, so a second passes between the last two looks. The commands follow the
     * looks, as they may wait. Each shell reads its command instead of having it as an argument, as all accounts see
     * arguments and the command begins with values of variables. The directory is below one of mode 0700, and rm
     * follows no links.
     */
    private static final String SCRIPT = """
            trap '' HUP INT QUIT TERM
            mark=$1; directory=$2; commands=
            while read -r line; do commands="$commands$line
            "; done
            calm=0
            while [ $calm -lt 2 ]; do
              found=$(grep -lsF "MILLRACE_ENGINE=$mark" /proc/[0-9]*/environ)
              if [ -z "$found" ]; then calm=$((calm + 1)); [ $calm -lt 2 ] && sleep 1; continue; fi
              calm=0
              for each in $found; do each=${each#/proc/}; kill -KILL ${each%/environ} 2>/dev/null; done
            done
            limit=; command -v timeout >/dev/null && limit="timeout 30"
            printf %s "$commands" | while read -r line; do
              printf '%s </dev/null' "$line" | $limit sh >/dev/null 2>&1
            done
            rm -rf "$directory" "$directory.lock"
            rmdir "${directory%/*}" 2>/dev/null
            """;

    private static final long END_SECONDS = 1;

    private final Process process;

    /** The input of the shell. Guarded by this. */
    private final OutputStream lines;

    private EngineGuard(Process process) {
        this.process = process;
        this.lines = process.getOutputStream();
    }

    /** @param mark the beginning of the marks of all engines */
    static EngineGuard start(Path directory, String mark) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        "/bin/sh", "-c", SCRIPT, "millrace-guard", mark, directory.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().retainAll(List.of("PATH", "HOME"));
        builder.directory(Path.of("/").toFile());
        return new EngineGuard(builder.start());
    }

    /** Returns a command with variables as a line of a shell. */
    static String line(List<String> command, Map<String, String> environment) {
        Stream<String> variables =
                environment.entrySet().stream().map(each -> each.getKey() + "=" + quoted(each.getValue()));
        return Stream.concat(variables, command.stream().map(EngineGuard::quoted))
                .collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''").replace('\n', ' ') + "'";
    }

    /** Lets the shell run a line when this process has ended. */
    synchronized void atEnd(String line) {
        try {
            lines.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            lines.flush();
        } catch (IOException e) {
            LOG.warn(
                    "the guard of engines has ended, so engines may outlive this worker if it is killed: {}",
                    e.getMessage());
        }
    }

    /**
     * Ends the guard.
     *
     * @param over whether no engine runs any more; else the guard does its work now, and ends then
     */
    synchronized void close(boolean over) {
        if (!over) {
            LOG.warn("processes of engines are left, which are killed now");
            try {
                lines.close();
            } catch (IOException e) {
                LOG.warn("the guard of engines has ended before, so processes of engines are left: {}", e.getMessage());
            }
            return;
        }
        process.destroyForcibly();
        boolean interrupted = Thread.interrupted();
        try {
            process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
