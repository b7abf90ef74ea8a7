// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.state;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;

/**
 * A check in progress, as it is in ZooKeeper.
 *
 * @param location the location of snapshots: an absolute path or a URI
 * @param settings the topology's settings
 * @param object the name of the object that one process writes and the others read
 * @param content the content of the object
 */
public record StateCheck(String location, Map<String, String> settings, String object, String content) {

    private static final int BYTES = 16;

    /** Makes a check whose object has a random name and content. */
    static StateCheck random(String location, Map<String, String> settings) {
        return new StateCheck(location, settings, "check-" + hex(), hex());
    }

    byte[] bytes() {
        return content.getBytes(StandardCharsets.US_ASCII);
    }

    static String hex() {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
