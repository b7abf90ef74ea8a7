// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Fields;
import io.millrace.api.ResultSubscription;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ServiceHandlesTest {

    @Test
    void theComponentsAreKnownThatARequestReaches() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("ask", Spouts.fed(Fields.of("x")).answers("y"));
        builder.setSpout("other", Spouts.fed(Fields.of("x")));
        builder.setBolt("last", Bolts.answer(tuple -> tuple.values())).shuffle("first");
        builder.setBolt("apart", Bolts.map("x", tuple -> 1)).shuffle("other");
        builder.setBolt("first", Bolts.map("x", tuple -> 1)).shuffle("ask");
        ServiceHandles handles = new ServiceHandles("t", builder.build(), Config.empty(), System::nanoTime);

        assertThat(handles.behind("ask")).isEqualTo("components 'first', 'last'");
        assertThat(handles.behind("other")).isEqualTo("component 'apart'");
    }

    @Test
    void aTimeOutNamesTheResultsThatNobodyTakes() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("ask", Spouts.fed(Fields.of("x")).answers("y"));
        builder.setBolt("answer", Bolts.answer(tuple -> tuple.values())).shuffle("ask");
        builder.setBolt("taken", Bolts.results()).shuffle("ask");
        builder.setBolt("forgotten", Bolts.results()).shuffle("ask");
        builder.setBolt("dropped", Bolts.results().discarding()).shuffle("ask");
        ServiceHandles handles = new ServiceHandles("t", builder.build(), Config.empty(), System::nanoTime);
        ResultSubscription subscription = handles.results("taken").subscribe(tuple -> {});

        assertThatThrownBy(() -> handles.function("ask")
                        .timeout(Duration.ofMillis(1))
                        .ask(1)
                        .toCompletableFuture()
                        .get(20, TimeUnit.SECONDS))
                .hasMessageContaining(
                        "no worker is up and connected; this service has no subscription to the results of"
                                + " 'forgotten', which hold back what feeds them until somebody has: subscribe by");
        subscription.close();
    }
}
