// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.jar;

import io.millrace.api.SubmittedTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.runtime.resources.TopologyClassLoader;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs the main method of a topology jar on the calling thread with its own class loader. */
public final class MainRunner {

    private MainRunner() {}

    /**
     * Runs the method; its topologies go to {@code target}.
     *
     * @throws ClusterException if there is no main method, it throws, or it submits nothing
     */
    public static void run(
            TopologyJar jar, List<Path> classPath, TopologyJar.Start start, TopologySubmitter.Target target) {
        AtomicInteger submissions = new AtomicInteger();
        TopologySubmitter.Target counting = new TopologySubmitter.Target() {
            @Override
            public void submit(String name, Topology topology, Config config) {
                target.submit(name, topology, config);
                submissions.incrementAndGet();
            }

            @Override
            public SubmittedTopology submitted(String name) {
                return target.submitted(name);
            }
        };
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = TopologyClassLoader.of(classPath)) {
            Method main = mainMethod(loader, jar, start.mainClass());
            thread.setContextClassLoader(loader);
            TopologySubmitter.with(counting, () -> invoke(main, start));
        } catch (IOException e) {
            throw new ClusterException(Reason.FAILED, "cannot read " + jar.path() + ": " + e.getMessage(), e);
        } finally {
            thread.setContextClassLoader(before);
        }
        if (submissions.get() == 0) {
            throw new ClusterException(
                    Reason.REFUSED,
                    start.mainClass() + " submitted nothing: its main method must call TopologySubmitter.submit");
        }
    }

    private static Method mainMethod(ClassLoader loader, TopologyJar jar, String className) {
        try {
            Class<?> type = Class.forName(className, false, loader);
            Method main = type.getDeclaredMethod("main", String[].class);
            if (Modifier.isStatic(main.getModifiers()) && main.getReturnType() == void.class) {
                main.setAccessible(true);
                return main;
            }
        } catch (ClassNotFoundException | LinkageError e) {
            throw new ClusterException(
                    Reason.FAILED, "class " + className + " of " + jar.path() + " cannot be loaded: " + e, e);
        } catch (NoSuchMethodException e) {
            throw noMain(className, e);
        }
        throw noMain(className, null);
    }

    private static ClusterException noMain(String className, Exception cause) {
        return new ClusterException(
                Reason.REFUSED,
                className + " has no main method: declare 'public static void main(String[] args)'",
                cause);
    }

    private static void invoke(Method main, TopologyJar.Start start) {
        ExitNotice notice = new ExitNotice(start.mainClass());
        try {
            main.invoke(null, (Object) start.arguments().toArray(new String[0]));
        } catch (InvocationTargetException e) {
            throw asFailure(start.mainClass(), e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        } finally {
            notice.close();
        }
    }

    /** Exceptions of the engine pass unchanged; others are reported as exceptions of the main method. */
    private static RuntimeException asFailure(String mainClass, Throwable thrown) {
        Throwable readable = Foreign.readable(thrown);
        for (Throwable cause = readable; cause != null; cause = cause.getCause()) {
            if (cause instanceof TopologyException || cause instanceof ClusterException) {
                return (RuntimeException) cause;
            }
        }
        StackTraceElement[] trace = readable.getStackTrace();
        String where = trace.length == 0 ? "" : " at " + trace[0];
        return new ClusterException(
                Reason.FAILED, "the main method of " + mainClass + " threw " + Foreign.text(thrown) + where, readable);
    }
}
