package io.millrace.cluster.doctor;

import java.nio.file.Path;

/** Where a directory would be created. */
final class Existing {

    private Existing() {}

    /** The path itself, or its nearest parent that exists. */
    static Path of(Path path, Machine machine) {
        Path existing = path;
        while (existing.getParent() != null && !machine.access(existing).exists()) {
            existing = existing.getParent();
        }
        return existing;
    }
}
