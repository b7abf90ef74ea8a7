// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import io.millrace.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that is made from files, and made again when one of them has changed. Files that cannot be used are then
 * ignored, because a renewal may be under way. Any thread.
 */
final class Renewed<T> {

    private static final Logger LOG = LoggerFactory.getLogger(Renewed.class);

    private final List<Path> files;
    private final Supplier<T> load;
    private final Function<T, String> description;
    private List<Object> read;
    private T value;

    /**
     * Reads the files for the first time.
     *
     * @param description the words of a log for a value that new connections use from now on
     * @throws TransportException if a file cannot be used
     */
    Renewed(List<Path> files, Supplier<T> load, Function<T, String> description) {
        this.files = List.copyOf(files);
        this.load = load;
        this.description = description;
        this.read = state();
        this.value = load.get();
    }

    /** Returns the value of the files as they are now. */
    synchronized T current() {
        List<Object> now = state();
        if (!now.equals(read)) {
            read = now;
            try {
                value = load.get();
                LOG.info("new connections use {}", description.apply(value));
            } catch (TransportException e) {
                LOG.warn("{}; new connections use the certificate that was there before", e.getMessage());
            }
        }
        return value;
    }

    private List<Object> state() {
        List<Object> state = new ArrayList<>();
        for (Path file : files) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                state.add(List.of(attributes.lastModifiedTime(), attributes.size()));
            } catch (IOException e) {
                state.add("not there");
            }
        }
        return state;
    }
}
