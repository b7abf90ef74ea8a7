// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.resources;

import io.millrace.api.error.TopologyException;
import io.millrace.ipc.liveness.PrivateDirectory;
import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.jar.JarFile;

/** The directory of a topology's resources, which the first call of {@link #get} finds or makes. */
public final class Resources implements Supplier<Path>, AutoCloseable {

    private static final String PREFIX = "resources/";

    /** The most bytes of resources that no supervisor bounds. */
    private static final long MOST_TEMPORARY_BYTES = 1L << 30;

    private final ClassLoader loader;

    /** The directory of extracted resources; null if a temporary directory is made at need. */
    private final Path store;

    private final long mostBytes;

    /** The directory of the resources. This and the other fields are guarded by this. */
    private Path directory;

    private Path temporary;
    private boolean closed;

    private Resources(ClassLoader loader, Path store, long mostBytes) {
        this.loader = loader;
        this.store = store;
        this.mostBytes = mostBytes;
    }

    /**
     * Returns the resources on the class path of a loader; those of a jar are in a temporary directory until the close.
     *
     * @param loader class loader; null for the application's
     */
    public static Resources temporary(ClassLoader loader) {
        return new Resources(loader == null ? ClassLoader.getSystemClassLoader() : loader, null, MOST_TEMPORARY_BYTES);
    }

    /**
     * Returns the resources on the class path of a loader; those of a jar are in a directory below {@code store} under
     * the name of the jar's file, which is one for each content. They stay there for other processes.
     *
     * @param mostBytes most bytes of the files of one jar together
     */
    public static Resources stored(ClassLoader loader, Path store, long mostBytes) {
        return new Resources(loader, store, mostBytes);
    }

    /**
     * Returns the directory. The first call takes as long as extracting a jar's resources.
     *
     * @throws TopologyException if there are no resources, or they cannot be extracted
     */
    @Override
    public synchronized Path get() {
        if (closed) {
            throw new TopologyException("the resources were asked for after the topology had ended");
        }
        if (directory == null) {
            directory = find();
        }
        return directory;
    }

    /** Removes the temporary directory, if there is one. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        directory = null;
        if (temporary != null) {
            PrivateDirectory.remove(temporary);
            temporary = null;
        }
    }

    private Path find() {
        for (Path entry : classPath()) {
            Path inDirectory = entry.resolve(PREFIX).toAbsolutePath();
            if (Files.isDirectory(inDirectory)) {
                return inDirectory;
            }
            if (Files.isRegularFile(entry)) {
                try (JarFile jar = new JarFile(entry.toFile())) {
                    if (ResourceTree.isIn(jar, PREFIX)) {
                        return extract(jar, PREFIX, entry.getFileName().toString());
                    }
                } catch (IOException e) {
                    throw failed(entry.toString(), e);
                }
            }
        }
        return findByLoader();
    }

    /** Finds the resources by the loader, for jars within jars and class paths in the manifest of a jar. */
    private Path findByLoader() {
        URL url = loader.getResource(PREFIX);
        try {
            if (url != null && url.getProtocol().equals("file")) {
                return path(url);
            }
            URLConnection connection = url == null ? null : url.openConnection();
            if (connection instanceof JarURLConnection jar && jar.getEntryName() != null) {
                connection.setUseCaches(false);
                try (JarFile opened = jar.getJarFile()) {
                    return extract(opened, jar.getEntryName(), "nested");
                }
            }
        } catch (IOException e) {
            throw failed(url.toString(), e);
        }
        throw new TopologyException("no jar or directory on the topology's class path has a directory resources/: with"
                + " Maven, put the files into src/main/resources/resources");
    }

    private Path extract(JarFile jar, String prefix, String name) throws IOException {
        Path parent = store;
        if (parent == null) {
            temporary = Files.createTempDirectory("millrace-resources");
            parent = temporary;
        }
        Path target = parent.resolve(name);
        new ResourceTree(jar, prefix, mostBytes).extract(target);
        return target;
    }

    private static TopologyException failed(String where, IOException e) {
        return new TopologyException(
                "the resources of " + where + " cannot be extracted: "
                        + (e.getMessage() == null ? e.toString() : e.getMessage()),
                e);
    }

    /** Returns the class path, the files of the nearest loader first. */
    private Set<Path> classPath() {
        Set<Path> entries = new LinkedHashSet<>();
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (at instanceof URLClassLoader urls) {
                for (URL url : urls.getURLs()) {
                    if (url.getProtocol().equals("file")) {
                        entries.add(path(url));
                    }
                }
            } else if (at == ClassLoader.getSystemClassLoader()) {
                for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
                    if (!entry.isEmpty()) {
                        entries.add(Path.of(entry));
                    }
                }
            }
        }
        return entries;
    }

    private static Path path(URL url) {
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Path.of(url.getPath());
        }
    }
}
