// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operations on a process that Java's own API does not have. The supervisor's loop calls. */
final class Signals {

    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

    private Signals() {}

    /** Whether a process is stopped, as Linux shows it; false on other systems. */
    static boolean stopped(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"), StandardCharsets.ISO_8859_1);
            // The state follows the name, which is in parentheses and may contain any character
            int state = stat.lastIndexOf(')') + 2;
            return state < stat.length() && stat.charAt(state) == 'T';
        } catch (IOException e) {
            return false;
        }
    }

    /** Sends SIGQUIT, on which a JVM prints the stacks of its threads. Does not wait for that. */
    static void quit(long pid) {
        try {
            // A shell knows the command even where no such program is installed
            new ProcessBuilder("/bin/sh", "-c", "kill -QUIT " + pid)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            LOG.warn("cannot make process {} dump its threads: {}", pid, e.getMessage());
        }
    }
}
