package io.millrace.cli;

import io.millrace.api.config.Config;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.runtime.snapshot.store.SavepointPlace;
import java.io.IOException;
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

    interface Use<T> {
        T of(SavepointPlace place) throws IOException;
    }

    /** Reads a savepoint. */
    static <T> T read(String location, Config settings, Use<T> use) {
        try (SavepointPlace place =
                SavepointPlace.existing(location, settings.asMap(), SavepointPlace.class.getClassLoader())) {
            return use.of(place);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, e.getMessage(), e);
        }
    }
}
