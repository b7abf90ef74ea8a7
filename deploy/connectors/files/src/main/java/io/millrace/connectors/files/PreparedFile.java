// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A durable file that waits for the commit of its snapshot. As a handle it keeps its directory, so that it becomes
 * visible where it was prepared, also if the sink is given another directory meanwhile.
 */
record PreparedFile(long snapshotId, String directory, String temporary, String visible, long bytes) {

    private static final int VALUES = 5;

    /** What {@link #show} has found. */
    enum Found {
        SHOWN,
        ALREADY_VISIBLE,
        /** Neither name is there: a reader has taken the file, or both are lost. */
        GONE
    }

    static List<Object> encode(List<PreparedFile> files) {
        List<Object> handle = new ArrayList<>();
        for (PreparedFile file : files) {
            handle.add(List.of(file.snapshotId, file.directory, file.temporary, file.visible, file.bytes));
        }
        return handle;
    }

    static List<PreparedFile> decode(Object handle) {
        List<PreparedFile> files = new ArrayList<>();
        if (handle == null) {
            return files;
        }
        for (Object each : (List<?>) handle) {
            if (!(each instanceof List<?> values) || values.size() != VALUES) {
                throw new IllegalArgumentException("a prepared file has no " + VALUES + " values: " + each);
            }
            files.add(new PreparedFile(
                    ((Number) values.get(0)).longValue(),
                    (String) values.get(1),
                    (String) values.get(2),
                    (String) values.get(3),
                    ((Number) values.get(4)).longValue()));
        }
        return files;
    }

    /** Gives the file its visible name. May be repeated. */
    Found show(FileOperations files) throws IOException {
        Path from = Path.of(directory, temporary);
        Path to = Path.of(directory, visible);
        if (!files.exists(from)) {
            if (files.exists(to)) {
                return Found.ALREADY_VISIBLE;
            }
            if (!files.exists(Path.of(directory))) {
                throw new IOException("the directory " + directory + " is missing: mount or restore it");
            }
            return Found.GONE;
        }
        if (files.exists(to)) {
            throw new IOException(to + " was made by another writer: move it away, and give each sink a directory or"
                    + " prefix of its own");
        }
        long found = files.size(from);
        if (found != bytes) {
            throw new IOException(from + " has " + found + " bytes, and had " + bytes
                    + " when it was prepared: the file system has lost data");
        }
        files.rename(from, to);
        return Found.SHOWN;
    }
}
