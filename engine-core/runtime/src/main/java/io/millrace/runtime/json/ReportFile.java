// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A report of a worker as a file in its directory, where the node's supervisor reads it, also after a death of the
 * worker. It is replaced as a whole. Any thread may call it.
 *
 * @param what content of the file, such as {@code the channels}
 * @param consequence consequence of a file that cannot be written, for people
 */
public record ReportFile<T>(String name, String what, String consequence, Function<byte[], T> reader) {

    private static final Logger LOG = LoggerFactory.getLogger(ReportFile.class);

    /**
     * Replaces the file. If that fails, the older one stays.
     *
     * @param failedBefore whether the last write has failed, so that this failure is not logged
     * @return whether it was written
     */
    public boolean write(Path directory, T report, boolean failedBefore) {
        Path partial = directory.resolve(name + ".part");
        try {
            Files.write(partial, Json.write(report));
            Files.move(partial, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            if (!failedBefore) {
                LOG.warn("cannot write {}: {}: {}", partial, e.getMessage(), consequence);
            }
            return false;
        }
    }

    /** Removes the file, so that an outdated report is not shown. */
    public void delete(Path directory) {
        try {
            Files.deleteIfExists(directory.resolve(name));
        } catch (IOException e) {
            LOG.debug("{} is left in {}: {}", name, directory, e.getMessage());
        }
    }

    /** Reads the file; empty if there is none, or it cannot be read. */
    public Optional<T> read(Path directory) {
        try {
            return Optional.of(reader.apply(Files.readAllBytes(directory.resolve(name))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JsonException e) {
            LOG.debug("{} of {} are not known: {}", what, directory, e.getMessage());
            return Optional.empty();
        }
    }
}
