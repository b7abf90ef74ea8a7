// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;

/** The topology of the README. */
final class CountWords {

    private CountWords() {}

    static Topology topology(String url) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Words());
        builder.setBolt("count", new Count(), 2).fields("words", "word");
        builder.setBolt(
                        "out",
                        JdbcSink.to(url)
                                .user("shop")
                                .password("secret")
                                .statement("merge into counts (word, n) key (word) values (:word, :count)"),
                        2)
                .blocking()
                .fields("count", "word");
        return builder.build();
    }
}
