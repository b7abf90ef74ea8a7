// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/**
 * One version of an author's classes, compiled from source, with a class loader of its own as each submitted jar has.
 */
public final class ClassVersions implements AutoCloseable {

    private final URLClassLoader loader;

    /**
     * Compiles classes.
     *
     * @param directory empty directory for the files of the classes
     * @param sources sources by the name of the class
     */
    public ClassVersions(Path directory, Map<String, String> sources) {
        List<String> arguments = new ArrayList<>(
                List.of("-d", directory.toString(), "-proc:none", "-cp", System.getProperty("java.class.path")));
        try {
            Files.createDirectories(directory);
            for (Map.Entry<String, String> source : sources.entrySet()) {
                Path file = directory.resolve(source.getKey() + ".java");
                Files.writeString(file, source.getValue());
                arguments.add(file.toString());
            }
            int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
            if (status != 0) {
                throw new IllegalArgumentException("the sources do not compile: " + sources);
            }
            loader = new URLClassLoader(new URL[] {directory.toUri().toURL()}, ClassVersions.class.getClassLoader());
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public ClassLoader loader() {
        return loader;
    }

    public Class<?> type(String name) {
        try {
            return Class.forName(name, true, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Makes an object by the only constructor with this number of parameters. */
    public Object make(String name, Object... arguments) {
        try {
            for (var constructor : type(name).getDeclaredConstructors()) {
                if (constructor.getParameterCount() == arguments.length) {
                    constructor.setAccessible(true);
                    return constructor.newInstance(arguments);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(e);
        }
        throw new IllegalArgumentException(name + " has no such constructor");
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
