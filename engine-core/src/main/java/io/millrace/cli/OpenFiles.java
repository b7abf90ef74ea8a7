package io.millrace.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether this process may open enough files to load its own classes: what fails later does not say why. Called by the main thread, before all else. */
final class OpenFiles {

    static final Path LIMITS = Path.of("/proc/self/limits");

    /** Its jars, and what a command opens. */
    private static final int FEWEST = 100;

    private static final Pattern LIMIT = Pattern.compile("(?m)^Max open files +([0-9]{1,9}) ");

    private OpenFiles() {}

    /** Returns what is wrong, in one line; empty if nothing is, or it is not known. */
    static Optional<String> problem(Path limits) {
        try {
            Matcher limit = LIMIT.matcher(Files.readString(limits));
            return limit.find() && Integer.parseInt(limit.group(1)) < FEWEST
                    ? Optional.of("this process may open at most " + limit.group(1) + " files, and needs " + FEWEST
                            + ": raise it by 'ulimit -n', LimitNOFILE of the systemd unit, or nofile of the container")
                    : Optional.empty();
        } catch (IOException e) {
            // Not on this system
            return Optional.empty();
        }
    }
}
