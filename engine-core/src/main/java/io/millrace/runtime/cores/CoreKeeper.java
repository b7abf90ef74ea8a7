package io.millrace.runtime.cores;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds a worker's threads to the core that it has in common with its neighbours, and frees them. Made and closed with the worker;
 * its own thread, which starts when a thread wants to be bound for the first time, makes all system calls.
 *
 * <p>A thread inherits the cores of the one that starts it. While threads are bound, this looks for those that have been started
 * since, and frees them: what a component starts runs where it likes, but for a moment. Processes that a component starts while its
 * thread is bound stay on that core.
 */
public final class CoreKeeper implements SharedCore, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CoreKeeper.class);
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final Path SELF = Path.of("/proc/thread-self");
    private static final long PAUSE_NANOS = 100_000_000;

    /** After the last thread has been freed: what it had started may be seen, or start others, only then. */
    private static final int LOOKS_AFTERWARDS = 2;

    /** All threads of this process that keepers have bound, and their lock: more than one worker may run in it. */
    private static final Set<Integer> BOUND = new HashSet<>();

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

    /** All cores on which threads have been bound. */
    private final BitSet chosen = new BitSet();

    private int looksLeft;

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

    /** Frees who is still bound, and ends its thread. */
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
        if (closed || refused) {
            return;
        }
        if (thread != null) {
            LockSupport.unpark(thread);
            return;
        }
        Thread started = new Thread(this::run, name);
        started.setDaemon(true);
        try {
            started.start();
            thread = started;
        } catch (OutOfMemoryError e) {
            // The process may have no more threads: no reason for the caller to end
            refused = true;
            LOG.warn("this worker shares no core with its neighbours: {}", e.getMessage());
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    // The keeper's thread

    private void run() {
        try {
            affinity = Affinity.load();
            while (!isClosed()) {
                if (keep()) {
                    LockSupport.parkNanos(this, PAUSE_NANOS);
                } else {
                    LockSupport.park(this);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            LOG.info("this worker shares no core with its neighbours: {}", e.getMessage());
        } finally {
            refused = true;
            giveUp();
        }
    }

    /** Does what is wanted; whether there is somebody to look after. */
    private boolean keep() throws IOException {
        boolean any = false;
        for (OwnSeat seat : seats) {
            boolean wanted = seat.wanted;
            if (wanted != seat.bound && seats.contains(seat)) {
                change(seat, wanted);
            }
            any |= seat.bound;
        }
        if (any) {
            looksLeft = LOOKS_AFTERWARDS;
        }
        if (looksLeft > 0) {
            freeStarted();
            looksLeft -= any ? 0 : 1;
        }
        return looksLeft > 0;
    }

    private void change(OwnSeat seat, boolean bound) throws IOException {
        try {
            if (bound) {
                bind(seat);
            } else {
                free(seat);
            }
        } catch (IOException e) {
            if (Files.exists(THREADS.resolve(Integer.toString(seat.id)))) {
                throw e;
            }
            // It has ended meanwhile
            seat.leave();
        }
    }

    private void bind(OwnSeat seat) throws IOException {
        BitSet all = processCores();
        if (!affinity.of(seat.id).equals(all)) {
            // Its component has chosen its cores
            seat.declined = true;
            return;
        }
        if (looksLeft == 0) {
            seen.clear();
            seen.addAll(threads());
            looksLeft = LOOKS_AFTERWARDS;
        }
        synchronized (BOUND) {
            BOUND.add(seat.id);
            seat.core = chosen(all);
            affinity.set(seat.id, only(seat.core));
        }
        seat.bound = true;
        LOG.debug("{}: thread {} shares core {}", name, seat.id, seat.core);
    }

    private void free(OwnSeat seat) throws IOException {
        try {
            synchronized (BOUND) {
                if (affinity.of(seat.id).equals(only(seat.core))) {
                    reset(seat.id);
                }
                BOUND.remove(seat.id);
            }
        } finally {
            // Not before: who is told that it is free no longer lets others of the core go first
            seat.bound = false;
        }
        LOG.debug("{}: thread {} leaves core {}", name, seat.id, seat.core);
    }

    private void giveUp() {
        for (OwnSeat seat : seats) {
            try {
                if (seat.bound) {
                    free(seat);
                }
            } catch (IOException | RuntimeException e) {
                LOG.debug("{}: thread {} cannot be freed", name, seat.id, e);
            }
        }
        try {
            if (looksLeft > 0) {
                freeStarted();
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("{}: threads that were started meanwhile may still be bound", name, e);
        }
    }

    /** Of the process's first thread, which nobody binds; they change while it runs. */
    private BitSet processCores() throws IOException {
        return affinity.of((int) ProcessHandle.current().pid());
    }

    private int chosen(BitSet all) {
        int index = Math.floorMod(choice, all.cardinality());
        int core = all.stream().skip(index).findFirst().orElseThrow();
        if (chosen.isEmpty()) {
            LOG.info(
                    "looks for work on core {} in turns with other workers of its topology at times;"
                            + " topology.worker.share.core=false turns that off",
                    core);
        }
        chosen.set(core);
        return core;
    }

    private static BitSet only(int number) {
        BitSet one = new BitSet();
        one.set(number);
        return one;
    }

    private void freeStarted() throws IOException {
        Set<Integer> present = threads();
        seen.retainAll(present);
        for (int id : present) {
            if (seen.add(id)) {
                freeIfInherited(id);
            }
        }
    }

    private void freeIfInherited(int id) {
        synchronized (BOUND) {
            try {
                if (!BOUND.contains(id) && isInherited(affinity.of(id))) {
                    reset(id);
                }
            } catch (IOException e) {
                LOG.debug("{}: thread {} has ended meanwhile", name, id, e);
            }
        }
    }

    private boolean isInherited(BitSet cores) {
        return cores.cardinality() == 1 && chosen.intersects(cores);
    }

    /** All cores that there may ever be, so that later changes of the process's count for the thread, too; or those of the process. */
    private void reset(int id) throws IOException {
        affinity.set(id, Affinity.EVERY);
        BitSet all = processCores();
        if (!affinity.of(id).equals(all)) {
            affinity.set(id, all);
        }
    }

    private static Set<Integer> threads() throws IOException {
        Set<Integer> present = new HashSet<>();
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(THREADS)) {
            directories.forEach(
                    path -> present.add(Integer.parseInt(path.getFileName().toString())));
        }
        return present;
    }

    private final class OwnSeat implements Seat {

        private final int id;

        // Written by the thread
        private volatile boolean wanted;

        // Written by the keeper's
        private volatile boolean bound;
        private volatile boolean declined;

        // The keeper's thread
        private int core;

        OwnSeat(int id) {
            this.id = id;
        }

        @Override
        public boolean isOffered() {
            return !refused && !declined && offered.getAsBoolean();
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
            synchronized (BOUND) {
                BOUND.remove(id);
            }
        }
    }
}
