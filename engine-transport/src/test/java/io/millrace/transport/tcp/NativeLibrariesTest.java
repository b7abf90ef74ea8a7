// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Netty's native transport is there for both processors, so that one archive and one image serve both. */
class NativeLibrariesTest {

    @ParameterizedTest
    @ValueSource(strings = {"x86_64", "aarch_64"})
    void theLibraryIsOnTheClassPath(String processor) {
        String library = "META-INF/native/libnetty_transport_native_epoll_" + processor + ".so";

        assertThat(NativeLibrariesTest.class.getClassLoader().getResource(library))
                .isNotNull();
    }
}
