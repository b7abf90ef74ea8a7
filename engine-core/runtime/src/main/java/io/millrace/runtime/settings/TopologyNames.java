// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.settings;

import io.millrace.api.error.TopologyException;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/** Names of topologies, and ids made of them. Both are safe as names of files and nodes. */
public final class TopologyNames {

    private static final int LONGEST = 64;
    private static final int RANDOM_BOUND = 36 * 36 * 36 * 36;

    private TopologyNames() {}

    /** Returns the name if it is valid. */
    public static String checked(String name) {
        if (name == null || name.length() > LONGEST || !name.matches("[A-Za-z0-9][A-Za-z0-9_.-]*")) {
            throw new TopologyException("topology name '" + name + "': it takes at most " + LONGEST
                    + " letters, digits, '_', '-' and '.', a letter or digit first");
        }
        return name;
    }

    /** Returns a new id for a submission. */
    public static String newId(String name, long nowMillis) {
        int random = ThreadLocalRandom.current().nextInt(RANDOM_BOUND);
        return String.format(Locale.ROOT, "%s-%s%4s", name, Long.toString(nowMillis, 36), Integer.toString(random, 36))
                .replace(' ', '0');
    }
}
