package io.millrace.api.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Hides secrets in settings before they are shown by REST, a command, a message or a log; the settings themselves stay as they are. The engine and connectors
 * call it. Any thread.
 *
 * <p>A key of the engine says itself what of its value is shown ({@link ConfigKey#shown}). Any other setting is secret if its name contains one of
 * {@link #WORDS}. In other values, what is assigned to such a name is hidden, and the password of a URL.
 */
public final class SecretSettings {

    /** What is shown instead. */
    public static final String HIDDEN = "(set)";

    /** A name with one of these in it, in any case, is that of a secret. */
    public static final List<String> WORDS = List.of("pass", "pwd", "secret", "token", "credential", "key");

    private static final Pattern URL_PASSWORD = Pattern.compile("(//[^/?#\\s:@]*:)[^/?#\\s]*@");
    private static final Pattern ASSIGNED = Pattern.compile(
            "([\\w.-]*(?:" + String.join("|", WORDS) + ")[\\w.-]*[\"']?\\s*[=:]\\s*)(\"[^\"]*\"|'[^']*'|[^\\s&;,\"']+)",
            Pattern.CASE_INSENSITIVE);

    private SecretSettings() {}

    /** Whether a setting of this name is secret that is no key of the engine, such as {@code app.db.password}. */
    public static boolean isSecret(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return WORDS.stream().anyMatch(lower::contains);
    }

    /** Returns a copy of settings that may be shown. */
    public static SortedMap<String, String> shown(Map<String, String> settings) {
        SortedMap<String, String> shown = new TreeMap<>();
        settings.forEach((key, value) -> shown.put(key, shown(key, value)));
        return shown;
    }

    /** Returns what may be shown of the value of a topology's setting. */
    public static String shown(String key, String value) {
        return TopologyKeys.all().stream()
                .filter(known -> known.name().equals(key))
                .findFirst()
                .map(known -> known.shown(value))
                .orElseGet(() -> isSecret(key) ? hidden(value) : shownText(value));
    }

    /** Returns what may be shown of a text such as a URL, a command or a line of options. */
    public static String shownText(String text) {
        String withoutPasswords = URL_PASSWORD.matcher(text).replaceAll("$1" + HIDDEN + "@");
        return ASSIGNED.matcher(withoutPasswords).replaceAll("$1" + HIDDEN);
    }

    /** Returns what is shown of a secret: whether there is one. */
    static String hidden(String secret) {
        return secret.isEmpty() ? secret : HIDDEN;
    }

    /** Returns {@code NAME, NAME=value} without the values. */
    static String names(String variables) {
        return variables.replaceAll("=[^,]*", "=" + HIDDEN);
    }
}
