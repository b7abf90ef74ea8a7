// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultsBenchmarkTest {

    @Test
    void namesAreDistinctAndCanBeGivenInALineOfACommand() {
        List<String> names = FaultsBenchmark.faults().stream().map(Fault::name).toList();
        assertThat(new HashSet<>(names)).hasSameSizeAs(names);
        assertThat(names).allMatch(name -> name.matches("[a-z0-9-]+"));
    }
}
