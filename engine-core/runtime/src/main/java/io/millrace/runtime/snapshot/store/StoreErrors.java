// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.config.SecretSettings;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;

/** Turns an error of the operating system into one line with the remedy. */
final class StoreErrors {

    private StoreErrors() {}

    /**
     * Returns an exception whose message names what failed, where, why, and what to do.
     *
     * @param what text that completes "cannot ..."
     */
    static IOException explained(String what, String location, IOException cause) {
        String reason = reason(cause);
        return new IOException(
                "cannot " + what + " in " + SecretSettings.shownText(location) + ": " + reason + ": " + remedy(reason),
                cause);
    }

    /** Returns the reason of a failure in one line without secrets. */
    static String reason(Throwable failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof NotDirectoryException) {
            return "not a directory";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "there is a file that is not a directory";
        }
        if (failure instanceof FileSystemLoopException) {
            return "its links form a circle";
        }
        String text = failure instanceof FileSystemException file ? file.getReason() : failure.getMessage();
        if (text == null || text.isBlank()) {
            return failure instanceof NoSuchFileException || failure instanceof FileNotFoundException
                    ? "no such file or directory"
                    : failure.getClass().getSimpleName();
        }
        return SecretSettings.shownText(text.lines().findFirst().orElse("").strip());
    }

    private static String remedy(String reason) {
        String text = reason.toLowerCase(Locale.ROOT);
        if (text.contains("no space left") || text.contains("quota")) {
            return "remove what fills it, or set a larger place";
        }
        if (text.contains("read-only")) {
            return "mount it for writing, or set another place";
        }
        if (text.contains("permission denied")) {
            return "let the user of the worker write there, or set another place";
        }
        if (text.contains("not a directory")) {
            return "set the path of a directory";
        }
        return "check that it is mounted and reachable from this node";
    }
}
