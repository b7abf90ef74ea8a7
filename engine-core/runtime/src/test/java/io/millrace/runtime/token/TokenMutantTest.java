// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.mutant.ChangedEngine;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each error in the token protocol is found by its tests. Otherwise these would not prove that the protocol is right.
 */
@Timeout(60)
class TokenMutantTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(TokenMutant.class)
    void isFound(TokenMutant mutant) {
        ChangedEngine engine = new ChangedEngine(directory, mutant.changes);
        assertThat(engine.finding(mutant.tests, mutant.test)).contains(mutant.finding);
    }
}
