package io.millrace.cli.demo;

import io.millrace.api.config.Config;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The options of a demonstration.
 *
 * @param sources files and directories to read, or none for standard input
 * @param repeat how often the text is read; empty for about ten seconds of work
 * @param rate sentences per second, 0 for as fast as possible
 * @param kill whether a worker is killed when half of the work is done
 * @param jar the word count example
 * @param libs the jars that it needs, or their directories
 * @param settings what the command line sets of the topology
 */
public record DemoOptions(
        List<Path> sources,
        Optional<Integer> repeat,
        int rate,
        int workers,
        boolean kill,
        Path jar,
        List<Path> libs,
        Config settings) {

    static final int VIEW_SECONDS = 10;

    /** How often a text with this many lines is read. */
    int passes(long lines) {
        if (repeat.isPresent()) {
            return repeat.get();
        }
        long wanted = (long) rate * VIEW_SECONDS;
        return (int) Math.max(1, (wanted + lines - 1) / lines);
    }
}
