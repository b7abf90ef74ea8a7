// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import java.util.Set;

/** A library of {@link JarTopology}, in a jar of its own. */
final class Vocabulary {

    private Vocabulary() {}

    static boolean knows(String word) {
        return Set.of("leaf", "wheel").contains(word);
    }
}
