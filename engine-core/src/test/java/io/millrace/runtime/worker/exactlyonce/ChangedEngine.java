package io.millrace.runtime.worker.exactlyonce;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import javax.tools.ToolProvider;

/** The engine and these tests once more, in a class loader of their own, with changes of the engine's sources. */
final class ChangedEngine extends ClassLoader {

    private final Path changed;

    /**
     * Compiles the changed classes.
     *
     * @param directory an empty one, for sources and classes
     */
    ChangedEngine(Path directory, List<SourceChange> changes) {
        super(ChangedEngine.class.getClassLoader());
        changed = directory;
        List<String> arguments = new ArrayList<>(List.of(
                "-d", directory.toString(), "-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path")));
        try {
            Set<Path> files = new TreeSet<>();
            for (SourceChange change : changes) {
                files.add(change.make(directory));
            }
            files.forEach(file -> arguments.add(file.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new IllegalStateException("these changes do not compile: " + changes);
        }
    }

    /** Returns what a run of {@link Scenario} finds with this engine, by seed: an empty string if it finds nothing. */
    LongFunction<String> finding(Faults faults) {
        try {
            Object probe = loadClass(Probe.class.getName())
                    .getDeclaredConstructor(String.class)
                    .newInstance(faults.name());
            @SuppressWarnings("unchecked")
            LongFunction<String> found = (LongFunction<String>) probe;
            return found;
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Loads all classes of the engine anew, as those that were changed refer to them and they to those. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("io.millrace.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] bytes = bytes(name.replace('.', '/') + ".class", name);
                loaded = defineClass(name, bytes, 0, bytes.length);
            }
            return loaded;
        }
    }

    private byte[] bytes(String file, String name) throws ClassNotFoundException {
        Path own = changed.resolve(file);
        try (InputStream original = getParent().getResourceAsStream(file)) {
            if (Files.exists(own)) {
                return Files.readAllBytes(own);
            }
            if (original == null) {
                throw new ClassNotFoundException(name);
            }
            return original.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
