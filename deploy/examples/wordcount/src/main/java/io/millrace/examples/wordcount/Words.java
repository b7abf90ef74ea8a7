// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.wordcount;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a word is: the longest run of letters and digits, in lower case. */
final class Words {

    private Words() {}

    static List<String> of(String line) {
        List<String> words = new ArrayList<>();
        int start = -1;
        for (int i = 0; i < line.length(); i += Character.charCount(line.codePointAt(i))) {
            boolean within = Character.isLetterOrDigit(line.codePointAt(i));
            if (within && start < 0) {
                start = i;
            } else if (!within && start >= 0) {
                words.add(line.substring(start, i).toLowerCase(Locale.ROOT));
                start = -1;
            }
        }
        if (start >= 0) {
            words.add(line.substring(start).toLowerCase(Locale.ROOT));
        }
        return words;
    }
}
