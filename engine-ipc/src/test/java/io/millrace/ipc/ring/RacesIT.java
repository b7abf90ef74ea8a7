// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.ipc.liveness.SharedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.CPUMap;
import org.openjdk.jcstress.os.NodeType;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.vm.CompileMode;

/**
 * Runs every race of this package for a moment with the runners that jcstress has made, in this JVM: probing what JVMs
 * can do and starting some for each race takes jcstress ten times as long, see {@link ForkedRacesIT}.
 */
class RacesIT {

    /** Few samples at a time, as each has a ring. */
    private static final String[] OPTIONS = {
        "-m", "quick", "-time", "60", "-iters", "1", "-strideSize", "32", "-strideCount", "1"
    };

    /** Rings, whose files no race deletes. */
    @TempDir(factory = InSharedMemory.class)
    Path directory;

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void noRaceHasAForbiddenOutcome() throws Exception {
        assumeThat(Runtime.getRuntime().availableProcessors())
                .as("processors, of which a race needs two")
                .isGreaterThan(1);
        System.setProperty(RaceRing.BASE_PROPERTY, directory.resolve("rings").toString());
        try {
            List<TestResult> results = new ArrayList<>();
            for (String race : TestList.tests()) {
                results.add(run(TestList.getInfo(race)));
            }
            RaceResults.judge(results);
        } finally {
            System.clearProperty(RaceRing.BASE_PROPERTY);
        }
    }

    private static TestResult run(TestInfo race) throws Exception {
        Options options = new Options(OPTIONS);
        options.parse();
        SchedulingClass anywhere = new SchedulingClass(AffinityMode.NONE, race.threads(), NodeType.PACKAGE);
        TestConfig config = new TestConfig(options, race, 1, List.of(), CompileMode.UNIFIED, anywhere);
        int[] processors = IntStream.range(0, race.threads()).toArray();
        config.setCPUMap(
                new CPUMap(processors, new int[0], processors, processors, processors, processors, NodeType.PACKAGE));
        Runner<?> runner = (Runner<?>) Class.forName(race.generatedRunner())
                .getConstructor(ForkedTestConfig.class)
                .newInstance(new ForkedTestConfig(config));
        RaceRing.forgetAll();
        TestResult result = runner.run();
        result.setConfig(config);
        return result;
    }

    /** Shared memory, where links and locks of files cost least. */
    static final class InSharedMemory implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            return Files.createTempDirectory(SharedDirectory.defaultBase().getParent(), "millrace-races-");
        }
    }
}
