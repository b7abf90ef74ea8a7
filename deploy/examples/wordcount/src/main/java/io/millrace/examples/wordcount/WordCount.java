package io.millrace.examples.wordcount;

import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Counts the words of a text file in two workers. Argument: the file. Settings, each as {@code -c key=value}:
 *
 * <ul>
 *   <li>{@code app.wordcount.input}: the file, instead of the argument
 *   <li>{@code app.wordcount.repeat}: how often it is read, default 1
 *   <li>{@code app.wordcount.rate}: sentences per second of all spout tasks, default 0: as fast as possible
 *   <li>{@code app.wordcount.output}: directory of the results, {@code counts-<task>.tsv}; none by default
 *   <li>{@code app.wordcount.state.dir}: directory in which spouts and counters remember what is done, so that each
 *       word counts exactly once though a worker dies; none by default. It belongs to one run over one file.
 * </ul>
 */
public final class WordCount {

    static final String INPUT = "app.wordcount.input";
    static final String REPEAT = "app.wordcount.repeat";
    static final String RATE = "app.wordcount.rate";
    static final String OUTPUT = "app.wordcount.output";
    static final String STATE = "app.wordcount.state.dir";

    private static final Duration FLUSH_INTERVAL = Duration.ofMillis(100);

    private WordCount() {}

    public static void main(String[] args) {
        Config config = Config.empty().with(TopologyKeys.WORKERS, 2);
        if (args.length > 0) {
            Path input = Path.of(args[0]).toAbsolutePath();
            if (!Files.isRegularFile(input)) {
                throw new IllegalArgumentException(input + " is not a file: name the text file to count");
            }
            config = config.with(INPUT, input);
        }
        TopologySubmitter.submit("wordcount", topology(), config);
    }

    static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout(), 2);
        builder.setBolt("split", new SplitBolt(), 2).shuffle("lines");
        builder.setBolt("count", new CountBolt(), 2).fields("split", "word").tickEvery(FLUSH_INTERVAL);
        return builder.build();
    }
}
