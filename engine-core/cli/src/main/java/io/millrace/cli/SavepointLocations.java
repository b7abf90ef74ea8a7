// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import java.nio.file.Path;

/** The locations of savepoints in the form in which commands name them. */
final class SavepointLocations {

    private SavepointLocations() {}

    /** Returns a path that is valid outside of this process; null for null. */
    static String absolute(String location) {
        return location == null || location.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")
                ? location
                : Path.of(location).toAbsolutePath().normalize().toString();
    }
}
