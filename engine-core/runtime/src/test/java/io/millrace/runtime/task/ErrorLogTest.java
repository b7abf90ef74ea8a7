// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class ErrorLogTest {

    @Test
    void withoutALogTheFirstErrorOfACauseGoesToStandardError() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream instead = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        LongAdder errors = new LongAdder();
        ErrorLog log = new ErrorLog("split", 3, errors::add, () -> 0, instead);

        for (int i = 0; i < 2; i++) {
            log.report("execute", new IllegalStateException("no dictionary"));
        }

        assertThat(errors.sum()).isEqualTo(2);
        String said = bytes.toString(StandardCharsets.UTF_8);
        assertThat(said.lines().filter(line -> line.startsWith("component")))
                .containsExactly("component 'split', task 3: failed in execute");
        assertThat(said)
                .contains("java.lang.IllegalStateException: no dictionary", "at " + ErrorLogTest.class.getName());
    }
}
