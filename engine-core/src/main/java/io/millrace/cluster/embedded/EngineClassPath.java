package io.millrace.cluster.embedded;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The class path of this process, for worker processes. */
final class EngineClassPath {

    private EngineClassPath() {}

    /**
     * The entries of this JVM's class path and of the URL class loaders above the engine and the calling thread, each an
     * absolute path.
     */
    static List<String> entries() {
        Set<String> entries = new LinkedHashSet<>();
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
            if (!entry.isEmpty()) {
                entries.add(Path.of(entry).toAbsolutePath().toString());
            }
        }
        addLoaders(EngineClassPath.class.getClassLoader(), entries);
        addLoaders(Thread.currentThread().getContextClassLoader(), entries);
        return new ArrayList<>(entries);
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
