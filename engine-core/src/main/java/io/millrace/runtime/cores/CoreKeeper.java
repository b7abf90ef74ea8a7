package io.millrace.runtime.cores;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds a worker's threads to the core that it has in common with its neighbours, and frees them. Made and closed with the worker;
 * its own thread, which starts when a thread wants to be bound for the first time, makes all system calls.
 *
 * <p>A thread inherits the cores of the one that starts it. While threads are bound, this looks for those that have been started, and
 * frees them: what a component starts runs where it likes, but for a moment. Processes that a component starts while its thread is
 * bound stay on that core.
 */
public final class CoreKeeper implements SharedCore, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CoreKeeper.class);
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final Path SELF = Path.of("/proc/thread-self");
    private static final long PAUSE_NANOS = 100_000_000;

    /** All threads of this process that keepers have bound: more than one worker may run in it. */
    private static final Set<Integer> BOUND = ConcurrentHashMap.newKeySet();

    private final String name;
    private final int choice;
    private final BooleanSupplier offered;
    private final List<OwnSeat> seats = new CopyOnWriteArrayList<>();

    // Guarded by this
    private Thread thread;
    private boolean closed;

    private volatile boolean refused;

    // The keeper's thread
    private final Set<Integer> seen = new HashSet<>();
    private Affinity affinity;
    private BitSet all;
    private BitSet core;
    private boolean told;

    /**
     * @param name of its thread
     * @param topologyId chooses the core, of those that the process may use: the same in all workers of the topology on the node
     * @param offered whether there is somebody to share it with; asked by the threads that might
     */
    public CoreKeeper(String name, String topologyId, BooleanSupplier offered) {
        this.name = name;
        this.choice = topologyId.hashCode();
        this.offered = offered;
    }

    @Override
    public Seat seat() {
        try {
            // "pid/task/tid"
            String id = Files.readSymbolicLink(SELF).getFileName().toString();
            OwnSeat seat = new OwnSeat(Integer.parseInt(id));
            seats.add(seat);
            return seat;
        } catch (IOException | UnsupportedOperationException | NumberFormatException | SecurityException e) {
            LOG.debug("threads have no number here: none is bound to a core", e);
            return Seat.NONE;
        }
    }

    /** Ends its thread; who is still bound stays so. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
        }
        if (running == null) {
            return;
        }
        LockSupport.unpark(running);
        boolean interrupted = false;
        while (running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void wake() {
        if (closed) {
            return;
        }
        if (thread == null) {
            thread = new Thread(this::run, name);
            thread.setDaemon(true);
            thread.start();
        } else {
            LockSupport.unpark(thread);
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    // The keeper's thread

    private void run() {
        try {
            affinity = Affinity.load();
            // Of the process's first thread, which nobody binds
            all = affinity.of((int) ProcessHandle.current().pid());
            core = chosen();
            while (!isClosed()) {
                if (keep()) {
                    LockSupport.parkNanos(this, PAUSE_NANOS);
                } else {
                    LockSupport.park(this);
                }
            }
        } catch (IOException | RuntimeException e) {
            refused = true;
            LOG.info("this worker shares no core with its neighbours: {}", e.getMessage());
            seats.forEach(this::giveUp);
        }
    }

    private BitSet chosen() {
        int index = Math.floorMod(choice, all.cardinality());
        int number = all.stream().skip(index).findFirst().orElseThrow();
        BitSet one = new BitSet();
        one.set(number);
        return one;
    }

    /** Does what is wanted; whether there is somebody to look after. */
    private boolean keep() throws IOException {
        boolean any = false;
        for (OwnSeat seat : seats) {
            if (seat.wanted != seat.bound) {
                bind(seat, seat.wanted);
            }
            any |= seat.bound;
        }
        // Once more after the last has been freed: it may have started some since
        if (any || !seen.isEmpty()) {
            freeOthers();
        }
        if (!any) {
            seen.clear();
        }
        return any;
    }

    private void bind(OwnSeat seat, boolean bound) throws IOException {
        if (bound) {
            BOUND.add(seat.id);
            affinity.set(seat.id, core);
        } else {
            affinity.set(seat.id, all);
            BOUND.remove(seat.id);
        }
        seat.bound = bound;
        if (bound && !told) {
            told = true;
            LOG.info(
                    "looks for work on core {} in turns with other workers of its topology; topology.worker.share.core=false"
                            + " turns that off",
                    core.nextSetBit(0));
        }
        LOG.debug("{}: thread {} {} core {}", name, seat.id, bound ? "shares" : "leaves", core);
    }

    private void giveUp(OwnSeat seat) {
        try {
            if (seat.bound) {
                bind(seat, false);
            }
        } catch (IOException e) {
            LOG.debug("{}: thread {} cannot be freed", name, seat.id, e);
        }
    }

    private void freeOthers() throws IOException {
        Set<Integer> present = new HashSet<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
            threads.forEach(
                    path -> present.add(Integer.parseInt(path.getFileName().toString())));
        }
        seen.retainAll(present);
        for (int id : present) {
            if (seen.add(id) && !BOUND.contains(id)) {
                free(id);
            }
        }
    }

    private void free(int id) {
        try {
            if (!all.equals(core) && affinity.of(id).equals(core)) {
                affinity.set(id, all);
            }
        } catch (IOException e) {
            LOG.debug("{}: thread {} has ended meanwhile", name, id, e);
        }
    }

    private final class OwnSeat implements Seat {

        private final int id;

        // Written by the thread
        private volatile boolean wanted;

        // Written by the keeper's
        private volatile boolean bound;

        OwnSeat(int id) {
            this.id = id;
        }

        @Override
        public boolean isOffered() {
            return !refused && offered.getAsBoolean();
        }

        @Override
        public void want(boolean wants) {
            if (wanted != wants) {
                wanted = wants;
                wake();
            }
        }

        @Override
        public boolean isBound() {
            return bound;
        }

        @Override
        public void leave() {
            seats.remove(this);
            BOUND.remove(id);
        }
    }
}
