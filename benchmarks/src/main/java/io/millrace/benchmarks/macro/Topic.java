// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A topic of Kafka for one measurement: with the events of {@link Shape#YAHOO_JSON}, of which each source has a
 * partition, in which the offset of an event is its number; or with messages of any bytes.
 *
 * @param servers host:port
 */
public record Topic(String servers, String name) {

    private static final String FILE = "topic";

    /** Tells the processes of a measurement which one is theirs. */
    public void write(Path directory) {
        Signals.write(directory.resolve(FILE), servers + " " + name);
    }

    /** Which one is that of this measurement. */
    public static Topic read(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            String[] part = Files.readString(file).split(" ");
            return new Topic(part[0], part[1]);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
