// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.wordcount;

import io.millrace.api.Fields;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.connectors.files.FileSink;
import io.millrace.operators.Bolts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Counts the words of a text file in two workers, each word exactly once although workers die. Arguments: the file, and a directory
 * that all nodes reach. Its {@code counts} gets files with a line for each word of the text: the word, a tab, and how often it
 * has come. Its {@code state} gets the snapshots, and belongs to one run over one file. Needs the connector for files.
 * Settings, each as {@code -c key=value}:
 *
 * <ul>
 *   <li>{@code app.wordcount.repeat}: how often the file is read, default 1
 *   <li>{@code app.wordcount.rate}: sentences per second of all spout tasks, default 0: as fast as possible
 * </ul>
 */
public final class WordCount {

    static final String REPEAT = "app.wordcount.repeat";
    static final String RATE = "app.wordcount.rate";

    private WordCount() {}

    public static void main(String[] args) {
        if (args.length != 2) {
            throw new TopologyException("usage: WordCount TEXT-FILE DIRECTORY");
        }
        Path input = Path.of(args[0]).toAbsolutePath();
        if (!Files.isRegularFile(input)) {
            throw new TopologyException(input + " is not a file: name the text file to count");
        }
        Path directory = Path.of(args[1]).toAbsolutePath();
        Path counts = directory.resolve("counts");
        try {
            Files.createDirectories(counts);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + counts + ": name a directory that is writable", e);
        }
        Config config =
                Config.exactlyOnce(directory.resolve("state").toString()).with(TopologyKeys.WORKERS, 2);
        TopologySubmitter.submit("wordcount", topology(input, counts), config);
    }

    static Topology topology(Path input, Path counts) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new LineSpout(input), 2);
        builder.setBolt(
                        "split",
                        Bolts.flatMap(
                                Fields.of("word"),
                                (line, out) -> Words.of(line.getString("line")).forEach(out::emit)),
                        2)
                .shuffle("lines");
        builder.setBolt("count", new CountBolt(), 2).fields("split", "word");
        builder.setBolt(
                        "out",
                        FileSink.lines(counts.toString()).prefix("counts").suffix(".tsv"),
                        2)
                .blocking()
                .localOrShuffle("count");
        return builder.build();
    }
}
