package io.millrace.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails every test class of this module that leaves a Netty buffer unreleased, and says where the buffer was made.
 * JUnit finds it by itself, before any class of Netty's buffers is initialized.
 */
public final class LeakGuard implements AfterAllCallback {

    private static final String CANARY = "lost on purpose";
    private static final int MOST_COLLECTIONS = 50;
    private static final long MOST_MILLIS_OF_A_COLLECTION = 10_000;
    private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();
    private static final List<Detector<?>> DETECTORS = new CopyOnWriteArrayList<>();
    private static volatile String lastCanary = "";
    private static int canaries;

    static {
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.SIMPLE);
    }

    private static final class Factory extends ResourceLeakDetectorFactory {
        @Override
        @Deprecated
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> type, int interval, long maxActive) {
            Detector<T> detector = new Detector<>(type);
            DETECTORS.add(detector);
            return detector;
        }
    }

    /** Watches every buffer, not one in 128. */
    private static final class Detector<T> extends ResourceLeakDetector<T> {
        private final Class<?> type;

        Detector(Class<?> type) {
            super(type, 1);
            this.type = type;
        }

        @Override
        protected boolean needReport() {
            return true;
        }

        @Override
        protected void reportTracedLeak(String what, String records) {
            int canary = records.indexOf(CANARY);
            if (canary >= 0) {
                lastCanary = records.substring(canary).lines().findFirst().orElseThrow();
            } else {
                LEAKS.add(what
                        + records.lines()
                                .filter(line -> line.contains("netty") || line.contains("millrace"))
                                .collect(Collectors.joining("\n", "\n", "")));
            }
        }

        @Override
        protected void reportUntracedLeak(String what) {
            LEAKS.add(what);
        }

        @SuppressWarnings("unchecked")
        void poke() {
            T nothing = (T) new Object();
            track(nothing).close(nothing);
        }

        @SuppressWarnings("unchecked")
        void lose(String hint) {
            track((T) new Object()).record(hint);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Detector<?> buffers = detector();
        // Buffers that were lost before are known when this one is.
        String canary = CANARY + " " + ++canaries;
        buffers.lose(canary);
        for (int i = 0; !lastCanary.endsWith(canary); i++) {
            if (i == MOST_COLLECTIONS) {
                throw new AssertionError("what is lost was not noticed: leaks of these tests would not be either");
            }
            awaitCollection();
            // Buffers that the collector found are reported when the next one is tracked.
            buffers.poke();
        }
        String leak = LEAKS.poll();
        if (leak != null) {
            int more = LEAKS.size();
            LEAKS.clear();
            throw new AssertionError(
                    context.getDisplayName() + " left a buffer unreleased (" + more + " more): " + leak);
        }
    }

    /**
     * Returns when a collection has found the unreachable objects, and a thread of the JVM has enqueued them: under
     * load that comes later.
     */
    private static void awaitCollection() {
        ReferenceQueue<Object> found = new ReferenceQueue<>();
        WeakReference<Object> lost = new WeakReference<>(new Object(), found);
        System.gc();
        try {
            if (found.remove(MOST_MILLIS_OF_A_COLLECTION) == null && lost.get() == null) {
                throw new AssertionError("what a collection has found is not told");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Detector<?> detector() {
        // The buffer is made with the class.
        Unpooled.buffer(1).release();
        return DETECTORS.stream()
                .filter(detector -> detector.type == ByteBuf.class)
                .findFirst()
                .orElseThrow(() -> new AssertionError("Netty's buffers were initialized before this guard"));
    }
}
