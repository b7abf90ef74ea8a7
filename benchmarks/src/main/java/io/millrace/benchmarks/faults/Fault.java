package io.millrace.benchmarks.faults;

import io.millrace.api.config.Config;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;

/**
 * Something that goes wrong, and what was promised for it.
 *
 * @param name without blanks, for the command line
 * @param exactlyOnce whether that is what the topology promises; at-least-once otherwise
 * @param settings of the topology beside those of all
 * @param lasts the time between injection and heal
 * @param afterwards looks at what it has left, when all is as before or will not be
 * @param mostGap the longest that a sink may take nothing; null if nothing is promised
 * @param mostUntilNormal after that time, from the injection or, if it lasts, from the heal, all must be as before; null if nothing is
 *     promised
 */
record Fault(
        String name,
        String promise,
        boolean exactlyOnce,
        Setup setup,
        Function<FaultCluster, Config> settings,
        Action inject,
        Duration lasts,
        Action heal,
        Action afterwards,
        Duration mostGap,
        Duration mostUntilNormal) {

    /** What is done to a cluster. */
    interface Action {
        void on(Scene scene) throws IOException, InterruptedException;
    }

    static Fault of(String name, String promise, Action inject) {
        return new Fault(
                name,
                promise,
                false,
                Setup.PLAIN,
                cluster -> Config.empty(),
                inject,
                Duration.ZERO,
                scene -> {},
                scene -> {},
                null,
                null);
    }

    Fault in(Setup other) {
        return new Fault(
                name, promise, exactlyOnce, other, settings, inject, lasts, heal, afterwards, mostGap, mostUntilNormal);
    }

    Fault with(Function<FaultCluster, Config> more) {
        return new Fault(
                name, promise, exactlyOnce, setup, more, inject, lasts, heal, afterwards, mostGap, mostUntilNormal);
    }

    /** The same for a topology with exactly-once, whose sinks show what they take with each snapshot. */
    Fault withExactlyOnce() {
        return new Fault(
                name + "-exactly-once",
                promise,
                true,
                setup,
                settings,
                inject,
                lasts,
                heal,
                afterwards,
                null,
                mostUntilNormal);
    }

    Fault injecting(Action other) {
        return new Fault(
                name, promise, exactlyOnce, setup, settings, other, lasts, heal, afterwards, mostGap, mostUntilNormal);
    }

    /** It is taken back after so many seconds. */
    Fault healed(int afterSeconds, Action by) {
        Duration time = Duration.ofSeconds(afterSeconds);
        return new Fault(
                name, promise, exactlyOnce, setup, settings, inject, time, by, afterwards, mostGap, mostUntilNormal);
    }

    Fault then(Action look) {
        return new Fault(
                name, promise, exactlyOnce, setup, settings, inject, lasts, heal, look, mostGap, mostUntilNormal);
    }

    Fault gap(Duration most) {
        return new Fault(
                name, promise, exactlyOnce, setup, settings, inject, lasts, heal, afterwards, most, mostUntilNormal);
    }

    Fault normalWithin(Duration most) {
        return new Fault(name, promise, exactlyOnce, setup, settings, inject, lasts, heal, afterwards, mostGap, most);
    }
}
