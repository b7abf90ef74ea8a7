package io.millrace.cli;

import java.nio.file.Path;

/** Where savepoints are, as commands name it. */
final class SavepointLocations {

    private SavepointLocations() {}

    /** Returns a path as others than this process understand it; null for null. */
    static String absolute(String location) {
        return location == null || location.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")
                ? location
                : Path.of(location).toAbsolutePath().normalize().toString();
    }
}
