// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Kills, replaces, stops and continues processes of a soak at random. Used by the timer's thread. */
final class SoakChaos {
    private static final int MAX_PAUSE_MILLIS = 150;

    private final Soak soak;
    private final ScheduledExecutorService timer;
    private final Random random;
    private final boolean[] stopped;
    private final long end;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private int stops;
    private int kills;

    private SoakChaos(Soak soak, int processes, ScheduledExecutorService timer, long millis) {
        this.soak = soak;
        this.timer = timer;
        this.random = new Random();
        this.stopped = new boolean[processes];
        this.end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Starts the processes. The future completes when all have ended normally, or with the failure. */
    static CompletableFuture<Void> begin(Soak soak, int processes, ScheduledExecutorService timer, long millis) {
        SoakChaos chaos = new SoakChaos(soak, processes, timer, millis);
        timer.execute(() -> chaos.guard(chaos::start));
        return chaos.ended;
    }

    private interface Step {
        void run() throws Exception;
    }

    private void guard(Step step) {
        try {
            step.run();
        } catch (Throwable e) {
            soak.stopReading();
            ended.completeExceptionally(e);
        }
    }

    private void start() throws Exception {
        for (int place = 0; place < stopped.length; place++) {
            soak.start(place);
        }
        next();
    }

    private void next() throws Exception {
        if (System.nanoTime() - end < 0 || stops == 0 || kills == 0) {
            timer.schedule(() -> guard(this::act), random.nextInt(MAX_PAUSE_MILLIS), TimeUnit.MILLISECONDS);
            return;
        }
        for (int place = 0; place < stopped.length; place++) {
            goOn(place);
        }
        soak.end();
        ended.complete(null);
    }

    private void act() throws Exception {
        int place = random.nextInt(stopped.length);
        if (soak.isSending(place) && random.nextInt(3) == 0) {
            // This may kill a stopped process too.
            kills++;
            soak.kill(place);
            stopped[place] = false;
            soak.start(place);
        } else if (stopped[place]) {
            goOn(place);
        } else {
            stops++;
            stopped[place] = true;
            soak.child(place).signal("STOP");
        }
        next();
    }

    private void goOn(int place) throws Exception {
        if (stopped[place]) {
            stopped[place] = false;
            soak.child(place).signal("CONT");
        }
    }
}
