// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a sink has made visible is right whenever it dies, also if it dies again while it recovers. */
class FileSinkCrashTest {

    private static final FileSink SINK = FileSink.lines("/out");

    private static long stepsWithoutDeath() {
        SimulatedFiles files = new SimulatedFiles();
        SinkRun run = new SinkRun(files, SINK);
        run.run();
        run.checkComplete();
        return files.steps();
    }

    @Test
    void everyInputIsVisibleOnceWhenTheProcessIsKilledBeforeAnyTwoSteps() {
        long steps = stepsWithoutDeath();
        assertThat(steps).isGreaterThan(40);
        for (long first = 0; first < steps; first++) {
            for (long second = 0; second < steps; second++) {
                SimulatedFiles files = new SimulatedFiles();
                SinkRun run = new SinkRun(files, SINK);
                dies(run, files, first);
                dies(run, files, second);
                files.run();
                run.run();
                run.checkComplete();
            }
        }
    }

    @Test
    void everyInputIsVisibleOnceWhenThePowerFailsBeforeAnyStep() {
        long steps = stepsWithoutDeath();
        for (long step = 0; step < steps; step++) {
            for (long seed = 0; seed < 20; seed++) {
                SimulatedFiles files = new SimulatedFiles();
                SinkRun run = new SinkRun(files, SINK);
                dies(run, files, step);
                files.losePower(seed);
                run.checkVisible();
                dies(run, files, steps / 2);
                files.losePower(seed);
                files.run();
                run.run();
                run.checkComplete();
            }
        }
    }

    private static void dies(SinkRun run, SimulatedFiles files, long step) {
        files.killAfter(step);
        try {
            run.run();
        } catch (SimulatedFiles.Killed expected) {
            // The test goes on with what is in the files.
        }
        run.checkVisible();
    }
}
