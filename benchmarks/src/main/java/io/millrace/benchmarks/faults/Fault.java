// SPDX-License-Identifier: Apache-2.0
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
 */
record Fault(
        String name,
        String promise,
        boolean exactlyOnce,
        Setup setup,
        Function<FaultCluster, Config> settings,
        Course course,
        Most most) {

    /**
     * What is done one after the other.
     *
     * @param lasts the time between injection and heal
     * @param afterwards looks at what it has left, when all is as before or will not be
     */
    record Course(Action inject, Duration lasts, Action heal, Action afterwards) {}

    /**
     * What is promised; null where nothing is.
     *
     * @param gap the longest that a sink may take nothing
     * @param untilNormal after that time, from the injection or, if it lasts, from the heal, all must be as before
     */
    record Most(Duration gap, Duration untilNormal) {}

    /** What is done to a cluster. */
    interface Action {
        void on(Scene scene) throws IOException, InterruptedException;
    }

    static Fault of(String name, String promise, Action inject) {
        Course course = new Course(inject, Duration.ZERO, scene -> {}, scene -> {});
        return new Fault(name, promise, false, Setup.PLAIN, cluster -> Config.empty(), course, new Most(null, null));
    }

    Fault in(Setup other) {
        return new Fault(name, promise, exactlyOnce, other, settings, course, most);
    }

    Fault with(Function<FaultCluster, Config> more) {
        return new Fault(name, promise, exactlyOnce, setup, more, course, most);
    }

    /** This fault for a topology with exactly-once, whose sinks show what they take with each snapshot. */
    Fault withExactlyOnce() {
        Most later = new Most(null, most.untilNormal);
        return new Fault(name + "-exactly-once", promise, true, setup, settings, course, later);
    }

    private Fault course(Course other) {
        return new Fault(name, promise, exactlyOnce, setup, settings, other, most);
    }

    private Fault most(Most other) {
        return new Fault(name, promise, exactlyOnce, setup, settings, course, other);
    }

    Fault injecting(Action other) {
        return course(new Course(other, course.lasts, course.heal, course.afterwards));
    }

    /** It is taken back after so many seconds. */
    Fault healed(int afterSeconds, Action by) {
        return course(new Course(course.inject, Duration.ofSeconds(afterSeconds), by, course.afterwards));
    }

    Fault then(Action look) {
        return course(new Course(course.inject, course.lasts, course.heal, look));
    }

    Fault gap(Duration longest) {
        return most(new Most(longest, most.untilNormal));
    }

    Fault normalWithin(Duration longest) {
        return most(new Most(most.gap, longest));
    }
}
