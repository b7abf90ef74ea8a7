// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tcp;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Resolves host names on a separate thread, because a slow name server would block the event loop. The thread exists
 * only while there is a name to resolve; literal addresses need none. Any thread may call it.
 */
final class Resolver implements AutoCloseable {

    /** The result of a resolution: exactly one of the two is not null. Called on the resolver's thread, or at once. */
    interface Answer {
        void accept(InetAddress address, String failure);
    }

    private static final long KEEP_ALIVE_SECONDS = 5;

    private final ThreadPoolExecutor executor;

    Resolver(String threadName) {
        executor = new ThreadPoolExecutor(
                1, 1, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, threadName);
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
    }

    void resolve(String host, Answer answer) {
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
        if (literal != null) {
            lookUp(host, answer);
            return;
        }
        try {
            executor.execute(() -> lookUp(host, answer));
        } catch (RejectedExecutionException e) {
            answer.accept(null, "the transport is closed");
        }
    }

    private static void lookUp(String host, Answer answer) {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            answer.accept(null, "host " + host + " is unknown");
            return;
        }
        answer.accept(address, null);
    }

    @Override
    public void close() {
        executor.shutdownNow();
        try {
            executor.awaitTermination(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
