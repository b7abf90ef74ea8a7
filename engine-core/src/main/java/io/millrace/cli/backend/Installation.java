package io.millrace.cli.backend;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where this program is installed, as its launcher says by system properties.
 *
 * @param home the distribution's directory: bin, conf, lib, examples, docs
 * @param source the repository from which it was built, if it was started from there
 */
public record Installation(Path home, Optional<Path> source) {

    public static Optional<Installation> ofProcess() {
        return directory("millrace.home").map(home -> new Installation(home, directory("millrace.source")));
    }

    private static Optional<Path> directory(String property) {
        return Optional.ofNullable(System.getProperty(property))
                .filter(value -> !value.isEmpty())
                .map(Path::of);
    }

    /** The configuration file that is read if none is named. */
    public Path configFile() {
        return home.resolve("conf").resolve("millrace.yaml");
    }

    public Path wordCountJar() {
        return home.resolve("examples").resolve("wordcount.jar");
    }

    /** Text that is always there: this program's documentation, and its sources if they are at hand. */
    public List<Path> text() {
        return List.of(source.orElse(home));
    }
}
