// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.TopologyException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;

/** Finds the jars of classes for {@link Millrace#submit(String, Topology, io.millrace.api.config.Config, List)}. */
public final class Jars {

    private Jars() {}

    /**
     * Returns the jars or directories from which this process has loaded classes, in the order of the classes, each
     * once. Libraries that the classes use are found by a class of each.
     *
     * @throws TopologyException if a class does not come from a file
     */
    public static List<Path> of(Class<?>... classes) {
        return Arrays.stream(classes).map(Jars::of).distinct().toList();
    }

    private static Path of(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source != null && source.getLocation() != null) {
            try {
                return Path.of(source.getLocation().toURI());
            } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
                throw new TopologyException(
                        type.getName() + " comes from " + source.getLocation()
                                + ", which is no jar or directory of this machine: name its jar",
                        e);
            }
        }
        throw new TopologyException(type.getName() + " comes from no jar: name a class of the topology");
    }
}
