// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import java.io.IOException;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CopyOnWriteArrayList;

/** The processes of one measurement, which are killed if it takes much longer than it should. One thread. */
public final class Children implements AutoCloseable {

    // The timer's thread looks at it too
    private final List<Child> all = new CopyOnWriteArrayList<>();
    private final Timer limit = new Timer("limit", true);

    /** @param limitSeconds after which they are killed */
    public Children(double limitSeconds) {
        limit.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        all.forEach(Child::kill);
                    }
                },
                (long) (limitSeconds * 1000));
    }

    public Child start(List<String> command) throws IOException {
        Child child = Child.start(command);
        all.add(child);
        return child;
    }

    @Override
    public void close() {
        all.forEach(Child::close);
        limit.cancel();
    }
}
