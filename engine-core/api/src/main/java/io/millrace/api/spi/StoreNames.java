// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.spi;

import java.util.regex.Pattern;

/** The rules for names of objects of a {@link SnapshotStore}, which every file system and object store accepts. */
final class StoreNames {

    private static final int MAX_CHARACTERS = 512;
    private static final int MAX_PART_CHARACTERS = 200;
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9_.-]{1," + MAX_PART_CHARACTERS + "}");

    private StoreNames() {}

    static String require(String name) {
        if (name.length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException(
                    "the name of an object has " + name.length() + " characters: use at most " + MAX_CHARACTERS);
        }
        for (String part : name.split("/", -1)) {
            if (!PART.matcher(part).matches() || part.equals(".") || part.equals("..")) {
                throw new IllegalArgumentException("'" + name + "' is no name of an object: use parts of 1 to "
                        + MAX_PART_CHARACTERS + " letters A to Z, digits, '_', '-' and '.', separated by '/'");
            }
        }
        return name;
    }
}
