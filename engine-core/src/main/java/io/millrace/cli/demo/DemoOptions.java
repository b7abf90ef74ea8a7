package io.millrace.cli.demo;

import io.millrace.api.config.Config;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a demonstration shall do.
 *
 * @param sources files and directories to read, or none for standard input
 * @param repeat how often the text is read; if it is not said, as often as a view of it needs
 * @param rate sentences per second, 0 for as fast as possible
 * @param jar the word count example
 * @param settings what the command line sets of the topology
 */
public record DemoOptions(
        List<Path> sources, Optional<Integer> repeat, int rate, int workers, Path jar, Config settings) {

    static final int VIEW_SECONDS = 10;

    /** How often a text of so many lines is read. */
    int passes(long lines) {
        if (repeat.isPresent()) {
            return repeat.get();
        }
        long wanted = (long) rate * VIEW_SECONDS;
        return (int) Math.max(1, (wanted + lines - 1) / lines);
    }
}
