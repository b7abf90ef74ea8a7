// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesTest {

    private int runs;

    @Test
    void aRunIsSharedByTheCellsOfATurnInAnyOrder() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        Series series = new Series(() -> {
            runs++;
            return Map.of("a", mapper.createObjectNode().put("run", runs), "b", mapper.createObjectNode());
        });

        series.next("a");
        series.next("b");
        assertThat(runs).isEqualTo(1);

        series.next("b");
        assertThat(series.next("a").get("run").asInt()).isEqualTo(2);
        assertThat(runs).isEqualTo(2);
    }
}
