// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.config.Config;
import io.millrace.cli.exit.CommandFailure;
import io.millrace.cli.exit.ExitCode;
import io.millrace.cluster.client.ClassPathJars;
import io.millrace.runtime.resources.TopologyClassLoader;
import io.millrace.runtime.snapshot.store.SavepointPlace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The common arguments of commands that read a savepoint themselves. */
final class SavepointArguments {

    @Parameters(paramLabel = "DIR", description = "Its directory, or its location in a store.")
    private String location;

    @Option(
            names = "--lib",
            paramLabel = "DIR|JAR",
            description = "A jar, or a directory of jars, with the connector of the store; may be repeated. A"
                    + " directory needs none.")
    private List<Path> libs = new ArrayList<>();

    interface Use<T> {
        T of(SavepointPlace place) throws IOException;
    }

    String location() {
        return location;
    }

    /** Reads the savepoint. */
    <T> T read(Config settings, Use<T> use) {
        try (TopologyClassLoader connectors = TopologyClassLoader.of(ClassPathJars.of(null, libs));
                SavepointPlace place = SavepointPlace.existing(location, settings.asMap(), connectors)) {
            return use.of(place);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, e.getMessage(), e);
        }
    }
}
