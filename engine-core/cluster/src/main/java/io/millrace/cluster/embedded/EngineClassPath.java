// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import java.io.File;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The class path of this process, for worker processes. */
final class EngineClassPath {

    private EngineClassPath() {}

    /**
     * Returns the entries of this JVM's class path and of the URL class loaders above the engine and the calling
     * thread, and the modules of its module path, each as an absolute path.
     */
    static List<String> entries() {
        Set<String> entries = new LinkedHashSet<>();
        for (Path entry : paths("java.class.path")) {
            entries.add(entry.toString());
        }
        ModuleFinder.of(paths("jdk.module.path").toArray(Path[]::new)).findAll().stream()
                .flatMap(module -> module.location().stream())
                .map(location -> Path.of(location).toString())
                .sorted()
                .forEach(entries::add);
        addLoaders(EngineClassPath.class.getClassLoader(), entries);
        addLoaders(Thread.currentThread().getContextClassLoader(), entries);
        return new ArrayList<>(entries);
    }

    private static List<Path> paths(String property) {
        return Arrays.stream(System.getProperty(property, "").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry).toAbsolutePath())
                .toList();
    }

    private static void addLoaders(ClassLoader loader, Set<String> entries) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (at instanceof URLClassLoader urls) {
                for (URL url : urls.getURLs()) {
                    if (url.getProtocol().equals("file")) {
                        entries.add(path(url));
                    }
                }
            }
        }
    }

    private static String path(URL url) {
        try {
            return Path.of(url.toURI()).toString();
        } catch (URISyntaxException | IllegalArgumentException e) {
            return url.getPath();
        }
    }
}
