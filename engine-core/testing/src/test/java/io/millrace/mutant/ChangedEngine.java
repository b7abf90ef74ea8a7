package io.millrace.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The engine and these tests once more, in a class loader of their own, with changes of the engine's sources. */
public final class ChangedEngine extends ClassLoader {

    private final Path changed;

    /**
     * Compiles the changed classes.
     *
     * @param directory an empty one, for sources and classes
     */
    public ChangedEngine(Path directory, List<SourceChange> changes) {
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

    /** Makes an object of a public class of the tests, which runs with this engine. */
    public Object make(String type, String argument) {
        try {
            return loadClass(type).getDeclaredConstructor(String.class).newInstance(argument);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs one test with this engine, with what its class prepares. Returns what it finds: an empty string if it finds nothing. */
    public String finding(String type, String test) {
        try {
            Class<?> tests = loadClass(type);
            Constructor<?> constructor = tests.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object made = constructor.newInstance();
            try {
                runAll(made, BeforeEach.class);
                run(made, tests.getDeclaredMethod(test));
                return "";
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof AssertionError found) {
                    return found.getMessage();
                }
                throw new IllegalStateException(e.getCause());
            } finally {
                runAll(made, AfterEach.class);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void runAll(Object tests, Class<? extends Annotation> when) throws ReflectiveOperationException {
        for (Method method : tests.getClass().getDeclaredMethods()) {
            if (method.isAnnotationPresent(when)) {
                run(tests, method);
            }
        }
    }

    private static void run(Object tests, Method method) throws ReflectiveOperationException {
        method.setAccessible(true);
        method.invoke(tests);
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
