// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import io.millrace.api.config.Idle;
import io.millrace.api.config.TopologyKeys;
import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.runtime.executor.ThreadDoorbell;
import io.millrace.transport.InboundMessage;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of a client, which takes what workers send from its ring and its transport. */
final class ClientThread implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClientThread.class);
    private static final int POLL_LIMIT = 256;

    private final ClientMemory memory;
    private final Doorbell bell;
    private final boolean spins;
    private final Thread thread;
    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private ClientReceiver receiver;
    private ClientLinks links;
    private volatile ClientNet net;
    private volatile boolean closed;

    /** @param memory null for a client without a ring */
    ClientThread(ClientSpec spec, ClientMemory memory) {
        this.memory = memory;
        this.bell = memory == null ? new ThreadDoorbell() : memory.ring().doorbell();
        this.spins = spec.config().get(TopologyKeys.IDLE) == Idle.SPIN;
        String name = "millrace-" + spec.topologyName() + "-client";
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(spec.loader());
    }

    void start(ClientLinks of, ClientReceiver by) {
        links = of;
        receiver = by;
        thread.start();
    }

    // Any thread

    Doorbell bell() {
        return bell;
    }

    /** Sets a transport that is polled beside the ring. */
    void poll(ClientNet transport) {
        net = transport;
    }

    void submit(Runnable command) {
        commands.add(command);
        bell.ring();
    }

    /** Runs the remaining commands, and ends the thread; if the thread itself calls this, it ends after this turn. */
    @Override
    public void close() {
        closed = true;
        bell.ring();
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // This thread

    private void run() {
        while (!closed || !commands.isEmpty()) {
            if (turn(false) == 0) {
                rest();
            }
        }
    }

    private void rest() {
        if (spins) {
            Thread.onSpinWait();
            return;
        }
        bell.prepareWait();
        if (closed || turn(true) > 0) {
            bell.cancelWait();
        } else {
            bell.await(memory == null ? Doorbell.NEVER : memory.ring().lookAgainAt(System.nanoTime()));
        }
    }

    private int turn(boolean mayBlock) {
        int work = 0;
        try {
            for (Runnable next = commands.poll(); next != null; next = commands.poll()) {
                next.run();
                work++;
            }
            if (memory != null) {
                work += memory.ring()
                        .poll((task, buffer, offset, length) -> receiver.received(buffer, offset, length), POLL_LIMIT);
            }
            work += pollNet() + links.work(mayBlock);
        } catch (RuntimeException e) {
            LOG.error("{}: an error of the client, which goes on", thread.getName(), e);
            work++;
        }
        return work;
    }

    private int pollNet() {
        ClientNet from = net;
        int received = 0;
        InboundMessage message;
        while (from != null && received < POLL_LIMIT && (message = from.poll()) != null) {
            receiver.received(message.buffer(), message.offset(), message.length());
            message.release();
            received++;
        }
        return received;
    }
}
