// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides secrets in settings before they are shown by REST, a command, a message or a log; the settings themselves stay
 * as they are. The engine and connectors call it. Any thread.
 *
 * <p>A key of the engine defines which part of its value is shown ({@link ConfigKey#shown}). Any other setting is
 * secret if its name contains one of {@link #WORDS}, or ends with {@code auth} or {@code authorization}. In other
 * values, text that is assigned to such a name or follows such an option is hidden, and so is the password of a URL.
 */
public final class SecretSettings {

    /** The text that is shown instead of a secret. */
    public static final String HIDDEN = "(set)";

    /** The words that mark a name as that of a secret, in any case. */
    public static final List<String> WORDS = List.of("pass", "pwd", "secret", "token", "credential", "key");

    /** The ends that mark a name as that of a secret, in any case: a user with a password, or a header. */
    private static final List<String> ENDS = List.of("auth", "authorization");

    private static final Pattern URL_PASSWORD = Pattern.compile("(//[^/?#\\s:@\\[]*+:)[^/?#\\s]*@");

    /** A word that may be a URL whose password has characters that must be escaped in a URL. */
    private static final Pattern WORD_WITH_AT = Pattern.compile("(?<!\\S)\\S*@");

    /** A URL with such a password. The password is neither a port nor hidden already. */
    private static final Pattern UNESCAPED_PASSWORD = Pattern.compile(
            "(//[^/?#\\s:@\\[]*+:)(?!\\d*+(?:[/?#]|$))(?!" + Pattern.quote(HIDDEN + "@") + ").*@$", Pattern.DOTALL);

    // The pattern begins at the begin of a name, and only once: a long text takes time in proportion to its length

    private static final String NAME =
            "(?=[\\w.-]*?(?:" + String.join("|", WORDS) + "|(?:" + String.join("|", ENDS) + ")(?![\\w.-])))[\\w.-]++";
    private static final String ASSIGNMENT = "((?<![\\w.-])" + NAME + "[\"']?+\\s*+[=:]\\s*+)";
    private static final String QUOTED = "\"[^\"]*+\"|'[^']*+'";
    private static final Pattern ASSIGNED =
            Pattern.compile(ASSIGNMENT + "(" + QUOTED + "|[^\\s&;,\"']++)", Pattern.CASE_INSENSITIVE);

    /** An option with a value assigned to it. Characters that separate settings in a URL are part of the value. */
    private static final Pattern ASSIGNED_OPTION =
            Pattern.compile(ASSIGNMENT + "((?:" + QUOTED + ")\\S*+|\\S++)", Pattern.CASE_INSENSITIVE);

    /** An option whose value is the next word. */
    private static final Pattern OPTION =
            Pattern.compile("((?<!\\S)-(?:" + NAME + "|p)\\s++)(?!-)(" + QUOTED + "|\\S++)", Pattern.CASE_INSENSITIVE);

    private SecretSettings() {}

    /** Whether a setting that is no key of the engine, such as {@code app.db.password}, is secret by its name. */
    public static boolean isSecret(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return WORDS.stream().anyMatch(lower::contains) || ENDS.stream().anyMatch(lower::endsWith);
    }

    /** Returns a copy of settings that may be shown. */
    public static SortedMap<String, String> shown(Map<String, String> settings) {
        SortedMap<String, String> shown = new TreeMap<>();
        settings.forEach((key, value) -> shown.put(key, shown(key, value)));
        return shown;
    }

    /** Returns the part of the value of a topology's setting that may be shown. */
    public static String shown(String key, String value) {
        return TopologyKeys.all().stream()
                .filter(known -> known.name().equals(key))
                .findFirst()
                .map(known -> known.shown(value))
                .orElseGet(() -> isSecret(key) ? hidden(value) : shownText(value));
    }

    /** Returns the part of a text, such as a URL or a location, that may be shown. */
    public static String shownText(String text) {
        return shown(text, ASSIGNED);
    }

    /** Returns the part of a command or a line of options, whose words are separated by spaces, that may be shown. */
    public static String shownOptions(String text) {
        return shown(text, ASSIGNED_OPTION);
    }

    private static String shown(String text, Pattern assigned) {
        String withoutPasswords = WORD_WITH_AT
                .matcher(URL_PASSWORD.matcher(text).replaceAll("$1" + HIDDEN + "@"))
                .replaceAll(word -> Matcher.quoteReplacement(
                        UNESCAPED_PASSWORD.matcher(word.group()).replaceFirst("$1" + HIDDEN + "@")));
        String withoutAssigned = assigned.matcher(withoutPasswords).replaceAll("$1" + HIDDEN);
        return OPTION.matcher(withoutAssigned).replaceAll("$1" + HIDDEN);
    }

    /** Returns the text that is shown for a secret: whether it is set. */
    static String hidden(String secret) {
        return secret.isEmpty() ? secret : HIDDEN;
    }

    /** Returns {@code NAME, NAME=value} without the values. */
    static String names(String variables) {
        return variables.replaceAll("=[^,]*", "=" + HIDDEN);
    }
}
