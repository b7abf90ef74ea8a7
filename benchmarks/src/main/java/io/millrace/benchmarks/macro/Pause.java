// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What a source of another engine does when nothing is due. On this machine it yields its core, so that it is least
 * late. The hosts of a lab have the cores of one machine together: if the sources on each of them never slept, they
 * would take the time that the emulation and the other processes need.
 */
public final class Pause {

    /** How long it sleeps on a host of a lab: less than is added by waking up. */
    public static final long MICROS = 50;

    private static final boolean SLEEPS = Hosts.isOnOne();

    private Pause() {}

    /** Yields or sleeps. */
    public static void take() {
        if (SLEEPS) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(MICROS));
        } else {
            Thread.yield();
        }
    }
}
