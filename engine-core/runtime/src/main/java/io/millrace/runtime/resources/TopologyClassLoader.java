// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.resources;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Enumeration;
import org.slf4j.LoggerFactory;

/**
 * Loads a topology author's classes. It shows the Java platform, and of the engine only its API and slf4j's API. So the
 * author's code gets the libraries of the author's jar in their versions. Worker processes and the commands that run a
 * topology jar's main class use it.
 *
 * <p>An author's logger is one of the engine's. It can be a field of a component, which is serialized, so its class is
 * found too, unless the author's jar has one of this name.
 */
public final class TopologyClassLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private static final String LOGGER =
            LoggerFactory.getLogger(TopologyClassLoader.class).getClass().getName();

    private final ClassLoader engine;

    private TopologyClassLoader(URL[] urls, ClassLoader engine) {
        super("topology", urls, ClassLoader.getPlatformClassLoader());
        this.engine = engine;
    }

    /** Returns a loader of the classes in these jars and directories. */
    public static TopologyClassLoader of(Collection<Path> classPath) {
        URL[] urls = classPath.stream().map(TopologyClassLoader::url).toArray(URL[]::new);
        return new TopologyClassLoader(urls, TopologyClassLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (isShared(name)) {
            Class<?> shared = engine.loadClass(name);
            if (resolve) {
                resolveClass(shared);
            }
            return shared;
        }
        return super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            return super.findClass(name);
        } catch (ClassNotFoundException e) {
            if (name.equals(LOGGER)) {
                return engine.loadClass(name);
            }
            throw e;
        }
    }

    @Override
    public URL getResource(String name) {
        return isShared(name.replace('/', '.')) ? engine.getResource(name) : super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        return isShared(name.replace('/', '.')) ? engine.getResources(name) : super.getResources(name);
    }

    private static boolean isShared(String name) {
        return name.startsWith("io.millrace.api.")
                || name.startsWith("io.millrace.operators.")
                || name.startsWith("org.slf4j.");
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("not a class path entry: " + path, e);
        }
    }
}
