// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails every test class of this module that leaves a Netty buffer unreleased. With -Dmillrace.leaks.traced=true it
 * says where the buffer was made: to note that of every buffer took more time than all that the tests do. JUnit finds
 * it by itself, before any class of Netty's buffers is initialized.
 */
public final class LeakGuard implements AfterAllCallback {

    private static final boolean TRACED = Boolean.getBoolean("millrace.leaks.traced");
    private static final int MOST_COLLECTIONS = 50;

    /** Of what was not released; where the buffer is gone, nobody can release it any more. */
    private static final Set<Mark<?>> OPEN = ConcurrentHashMap.newKeySet();

    private static volatile boolean watchesBuffers;

    static {
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.SIMPLE);
    }

    private static final class Factory extends ResourceLeakDetectorFactory {
        @Override
        @Deprecated
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> type, int interval, long maxActive) {
            watchesBuffers |= type == ByteBuf.class;
            return new Detector<>(type);
        }
    }

    /** Watches every buffer, not one in 128, and without a trace of its calls. */
    private static final class Detector<T> extends ResourceLeakDetector<T> {
        Detector(Class<?> type) {
            super(type, 1);
        }

        @Override
        public ResourceLeakTracker<T> track(T made) {
            return new Mark<>(made);
        }
    }

    private static final class Mark<T> extends WeakReference<T> implements ResourceLeakTracker<T> {
        private final String what;
        private final Throwable made = TRACED ? new Throwable() : null;

        Mark(T of) {
            super(of);
            what = of.getClass().getSimpleName();
            OPEN.add(this);
        }

        @Override
        public void record() {}

        @Override
        public void record(Object hint) {}

        @Override
        public boolean close(T released) {
            boolean first = OPEN.remove(this);
            Reference.reachabilityFence(released);
            return first;
        }

        private boolean isLost() {
            return get() == null;
        }

        private String describe() {
            return made == null
                    ? what + ": -Dmillrace.leaks.traced=true says where it was made"
                    : Arrays.stream(made.getStackTrace())
                            .map(StackTraceElement::toString)
                            .filter(line -> line.contains("netty") || line.contains("millrace"))
                            .collect(Collectors.joining("\n", what + " made at\n", ""));
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        // Netty asks for the detector when the class is initialized
        Unpooled.buffer(1).release();
        if (!watchesBuffers) {
            throw new AssertionError("Netty's buffers were initialized before this guard");
        }
        Mark<Object> canary = new Mark<>(new Object());
        int collections = 0;
        do {
            if (collections++ == MOST_COLLECTIONS) {
                throw new AssertionError("what is lost was not noticed: leaks of these tests would not be either");
            }
            System.gc();
        } while (!canary.isLost());
        // What was lost before was found by the collection that found this
        OPEN.remove(canary);
        List<Mark<?>> leaks = OPEN.stream().filter(Mark::isLost).toList();
        leaks.forEach(OPEN::remove);
        if (!leaks.isEmpty()) {
            throw new AssertionError(context.getDisplayName() + " left a buffer unreleased (" + (leaks.size() - 1)
                    + " more): " + leaks.get(0).describe());
        }
    }
}
