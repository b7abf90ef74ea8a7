// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/** The subscriptions of one service to one results bolt, which survive the death of the bolt's workers. Any thread. */
final class Outlet {

    private final String bolt;
    private final Set<LocalSubscription> open = new CopyOnWriteArraySet<>();

    // The ports of the tasks; guarded by this
    private List<? extends ResultsSource> ports = List.of();
    private String end;

    private final OwnCalls own;

    Outlet(String bolt, OwnCalls own) {
        this.bolt = bolt;
        this.own = own;
    }

    String bolt() {
        return bolt;
    }

    /** Refuses a call of the topology's own threads. Must be called before a call waits. */
    void beforeWait(String call) {
        own.refuse(() -> call + " on '" + bolt + "'");
    }

    synchronized LocalSubscription open(String name, int capacity, boolean dropOldest) {
        if (end != null) {
            throw new IllegalStateException("results of '" + bolt + "' cannot be taken: " + end);
        }
        LocalSubscription[] made = new LocalSubscription[1];
        made[0] = new LocalSubscription(name, capacity, dropOldest, () -> open.remove(made[0]));
        open.add(made[0]);
        made[0].attach(ports);
        return made[0];
    }

    /** Returns whether a task of the bolt is up and connected. */
    synchronized boolean connected() {
        return !ports.isEmpty();
    }

    /** Sets the ports of the tasks that are up now. */
    synchronized void attach(List<? extends ResultsSource> next) {
        ports = next;
        open.forEach(subscription -> subscription.attach(next));
    }

    synchronized void end(String reason) {
        end = reason;
        ports = List.of();
        open.forEach(LocalSubscription::end);
    }

    synchronized String end() {
        return end == null ? "the handle is closed" : end;
    }

    Set<LocalSubscription> open() {
        return open;
    }
}
