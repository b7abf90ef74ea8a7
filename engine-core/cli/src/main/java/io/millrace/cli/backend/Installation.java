// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.backend;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The installation of this program, from system properties of its launcher.
 *
 * @param home the distribution's directory: bin, conf, lib, examples, docs
 * @param source the repository that it was built from, if the program was started there
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

    public Path configFile() {
        return home.resolve("conf").resolve("millrace.yaml");
    }

    public Path wordCountJar() {
        return home.resolve("examples").resolve("wordcount.jar");
    }

    /** Returns the directory with the jars of a connector, such as {@code files}. */
    public Path connector(String name) {
        return home.resolve("lib").resolve("connectors").resolve(name);
    }

    /**
     * Returns the directories of pages for the demo: the repository if the program was started there, otherwise the
     * documentation.
     */
    public List<Path> text() {
        return List.of(source.orElse(home.resolve("docs")));
    }
}
