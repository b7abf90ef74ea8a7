package ${package};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.testing.TopologyTest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The whole topology on the test's thread, with simulated time. */
class WordCountTest {

    @Test
    void countsEachWord() {
        try (TopologyTest test =
                TopologyTest.of(WordCount.topology()).replaceSpout("sentences").start()) {
            test.feed("sentences", "the leaf the wheel");
            test.run();

            assertEquals(
                    Set.of(List.of("the", 1), List.of("the", 2), List.of("leaf", 1), List.of("wheel", 1)),
                    new HashSet<>(test.output("count")));
            assertEquals(1, test.acked("sentences").size());
            assertTrue(test.errors("count").isEmpty());
        }
    }

    @Test
    void countsGoOnAfterACrash() {
        // Here snapshots are in memory
        Config config = Config.empty().with(TopologyKeys.STATE_DIR, "/state");
        try (TopologyTest test = TopologyTest.of(WordCount.topology())
                .replaceSpout("sentences")
                .config(config)
                .start()) {
            test.feed("sentences", "the leaf");
            test.run();
            test.snapshot();
            test.crash();
            test.restore();
            test.feed("sentences", "the wheel");
            test.run();

            assertTrue(test.output("count").contains(List.of("the", 2)));
        }
    }
}
