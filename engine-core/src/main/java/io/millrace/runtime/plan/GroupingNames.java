package io.millrace.runtime.plan;

import io.millrace.api.Grouping;

/** What groupings are called in text. */
final class GroupingNames {

    static final String SHUFFLE = "shuffle";
    static final String LOCAL_OR_SHUFFLE = "local-or-shuffle";
    static final String FIELDS = "fields";
    static final String PARTIAL_KEY = "partial-key";
    static final String ALL = "all";
    static final String GLOBAL = "global";
    static final String DIRECT = "direct";
    static final String CUSTOM = "custom";

    private GroupingNames() {}

    static String of(Grouping grouping) {
        if (grouping instanceof Grouping.Shuffle) {
            return SHUFFLE;
        } else if (grouping instanceof Grouping.LocalOrShuffle) {
            return LOCAL_OR_SHUFFLE;
        } else if (grouping instanceof Grouping.ByFields) {
            return FIELDS;
        } else if (grouping instanceof Grouping.PartialKey) {
            return PARTIAL_KEY;
        } else if (grouping instanceof Grouping.All) {
            return ALL;
        } else if (grouping instanceof Grouping.Global) {
            return GLOBAL;
        } else if (grouping instanceof Grouping.Direct) {
            return DIRECT;
        }
        return CUSTOM;
    }
}
