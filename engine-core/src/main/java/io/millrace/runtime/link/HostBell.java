package io.millrace.runtime.link;

import io.millrace.ipc.doorbell.Doorbell;
import java.nio.file.Path;

/**
 * The doorbell of an executor that may change its thread: whoever rings wakes the thread that runs it now. Every thread waits at a
 * bell of its own, the home of the executor that it runs at first; other processes know only that one, so the thread at home
 * passes on what is rung there while its executor runs elsewhere.
 */
public final class HostBell implements Doorbell {

    private final Doorbell home;
    private volatile Doorbell host;

    public HostBell(Doorbell home) {
        this.home = home;
        this.host = home;
    }

    /** That of the thread that runs the executor at first. */
    public Doorbell home() {
        return home;
    }

    /**
     * Lets it ring for another thread from now on, which has to look for work once more before it waits: work that was announced at the
     * bell before was published before this.
     */
    public void moveTo(Doorbell bell) {
        host = bell;
    }

    /** Whether it rings for the thread that waits at this bell. */
    public boolean isAt(Doorbell bell) {
        return host == bell;
    }

    @Override
    public void prepareWait() {
        host.prepareWait();
    }

    @Override
    public void cancelWait() {
        host.cancelWait();
    }

    @Override
    public void block() {
        host.block();
    }

    @Override
    public void ring() {
        host.ring();
    }

    @Override
    public boolean isWaiting() {
        return host.isWaiting();
    }

    @Override
    public Path path() {
        return home.path();
    }

    @Override
    public void close() {
        home.close();
    }
}
