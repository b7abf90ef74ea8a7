// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.client;

import io.millrace.cluster.http.HttpTarget;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends requests to a controller that does not answer other requests either, as a stopped process, or a machine that is
 * cut off, keeps its connections. A controller that is busy with a long request answers others meanwhile. Any thread
 * may call.
 */
final class SilenceWatch implements AutoCloseable {

    interface Question<T> {
        T ask(HttpTarget target) throws IOException;
    }

    private static final String PROBED = "/v1/nodes";

    private final int silentMillis;
    private final int probeMillis;
    private final ScheduledThreadPoolExecutor probes = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "millrace-silence-watch");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * @param silentMillis the time without an answer after which a probe is sent, again and again
     * @param probeMillis the time in which the controller must answer a probe
     */
    SilenceWatch(int silentMillis, int probeMillis) {
        this.silentMillis = silentMillis;
        this.probeMillis = probeMillis;
        probes.setRemoveOnCancelPolicy(true);
    }

    /** Asks the controller; throws if it has answered neither this nor a probe. After the close no probes are sent. */
    <T> T during(HttpTarget target, Question<T> question) throws IOException {
        if (probes.isShutdown()) {
            return question.ask(target);
        }
        HttpTarget own = target.copy();
        AtomicBoolean silent = new AtomicBoolean();
        ScheduledFuture<?> probe = probes.scheduleWithFixedDelay(
                () -> {
                    if (!target.answers(PROBED, probeMillis)) {
                        silent.set(true);
                        own.abort();
                    }
                },
                silentMillis,
                silentMillis,
                TimeUnit.MILLISECONDS);
        try {
            return question.ask(own);
        } catch (IOException e) {
            if (silent.get()) {
                throw new SocketTimeoutException(
                        "nothing for " + (silentMillis + probeMillis) + " ms; it is stopped or cut off");
            }
            throw e;
        } finally {
            probe.cancel(false);
        }
    }

    @Override
    public void close() {
        probes.shutdownNow();
    }
}
