// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.api.config.ConfigKey;
import io.millrace.http.HttpLimits;
import io.millrace.http.HttpServer;
import io.millrace.http.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Serves routes over HTTP until it is closed. One thread reads and writes all connections; handlers, which may block,
 * have threads of their own. A connection holds a thread only while its handler runs.
 */
public final class HttpDaemon implements AutoCloseable {

    private static final int THREADS = 32;
    private static final int WAITING_REQUESTS = 256;
    private static final int UPLOAD_THREADS = 8;
    private static final int WAITING_UPLOADS = 32;
    private static final int HANDSHAKE_THREADS = 2;
    private static final long CLOSE_MILLIS = 2_000;

    private final Threads made = new Threads();
    private final ExecutorService threads = pool(THREADS, WAITING_REQUESTS);
    private final ExecutorService uploads = pool(UPLOAD_THREADS, WAITING_UPLOADS);

    /** Compute signatures of TLS, which take milliseconds. */
    private final ExecutorService handshakes = pool(HANDSHAKE_THREADS, WAITING_REQUESTS);

    private final HttpServer server;

    private HttpDaemon(InetSocketAddress address, List<Route> routes, RestAccess access) throws IOException {
        RestHandler handler = new RestHandler(new Routes(routes, access), HttpLimits.DEFAULT, threads, uploads);
        Wire wire = access.tls()
                .map(engines -> Wire.tlsOrPlain(engines, handshakes))
                .orElse(Wire.PLAIN);
        server = HttpServer.start(address, wire, handler, HttpLimits.DEFAULT, made, System::nanoTime);
    }

    /**
     * Starts the server.
     *
     * @param hostKey the setting of the host, for errors
     * @param portKey the setting of the port, for errors
     * @param access the clients that may use the routes
     */
    public static HttpDaemon start(
            String host, int port, ConfigKey<?> hostKey, ConfigKey<?> portKey, List<Route> routes, RestAccess access) {
        try {
            return new HttpDaemon(new InetSocketAddress(InetAddress.getByName(host), port), routes, access);
        } catch (IOException e) {
            throw ListenFailure.failed(host, port, hostKey, portKey, e);
        }
    }

    public int port() {
        return server.port();
    }

    /** Closes all connections, and waits until the threads have ended. */
    @Override
    public void close() {
        server.close();
        threads.shutdownNow();
        uploads.shutdownNow();
        handshakes.shutdownNow();
        made.join(CLOSE_MILLIS);
    }

    /** Returns the number of threads that run; for tests. */
    long threads() {
        return made.running.stream().filter(Thread::isAlive).count();
    }

    private ExecutorService pool(int most, int waiting) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(most, most, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(waiting), made);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Makes the daemon's threads, and waits for their end. */
    private static final class Threads implements ThreadFactory {

        private final List<Thread> running = new CopyOnWriteArrayList<>();

        @Override
        public Thread newThread(Runnable task) {
            running.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
            Thread thread = new Thread(task, "millrace-http");
            thread.setDaemon(true);
            running.add(thread);
            return thread;
        }

        /** Waits for the threads, except the caller's own. */
        void join(long millis) {
            long start = System.nanoTime();
            boolean interrupted = false;
            for (Thread thread : running) {
                long left = millis;
                while (thread != Thread.currentThread() && thread.isAlive() && left > 0) {
                    try {
                        thread.join(left);
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                    left = millis - (System.nanoTime() - start) / 1_000_000;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
