// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes files when a worker ends. The supervisor deletes those that remain. */
final class Leftovers {

    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    private Leftovers() {}

    /** Deletes a file, or a directory if it is empty. */
    static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (DirectoryNotEmptyException e) {
            LOG.debug("{} is not empty and stays", file);
        } catch (IOException e) {
            LOG.warn("{} cannot be removed: {}", file, e.toString());
        }
    }
}
