// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The rules for names of regions, of nodes and in lists. Stateless. */
public final class RegionNames {

    /** The rule that {@link #isName} checks. */
    public static final String RULE = "at most 64 letters, digits, '_', '-' and '.', a letter or digit first";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");

    private RegionNames() {}

    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Whether this is a list of different names, or empty. */
    static boolean areNames(String text) {
        List<String> names = split(text);
        return names.stream().allMatch(RegionNames::isName)
                && names.stream().distinct().count() == names.size();
    }

    /** Returns the regions of {@link TopologyKeys#REGIONS}; empty for any region. */
    public static List<String> of(Config config) {
        return split(config.get(TopologyKeys.REGIONS));
    }

    private static List<String> split(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }
}
