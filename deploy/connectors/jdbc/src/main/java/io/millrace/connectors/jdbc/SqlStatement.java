// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement with a parameter for each of its fields.
 *
 * @param sql with a question mark for each parameter
 * @param fields of the tuple, one for each parameter; a field may be there several times
 */
record SqlStatement(String sql, List<String> fields) implements Serializable {

    SqlStatement {
        fields = List.copyOf(fields);
    }

    /** Reads a statement whose parameters are question marks. */
    static SqlStatement of(String sql, List<String> fields) {
        Parameters found = new Parameters(required(sql));
        if (!found.names.isEmpty()) {
            throw new TopologyException("the statement has the named parameter :" + found.names.get(0)
                    + ", and fields are given too: use question marks with fields, or names without: " + sql);
        }
        if (found.marks != fields.size() || found.marks == 0) {
            throw new TopologyException("the statement has " + found.marks + " question marks, and " + fields.size()
                    + " fields are given: give one field for each, at least one: " + sql);
        }
        return new SqlStatement(sql, fields);
    }

    /** Reads a statement whose parameters are called as the fields, with a colon before. */
    static SqlStatement named(String sql) {
        Parameters found = new Parameters(required(sql));
        if (found.marks > 0) {
            throw new TopologyException(
                    "the statement has a question mark, and no fields are given: write :field for each"
                            + " parameter, or give the fields: " + sql);
        }
        if (found.names.isEmpty()) {
            throw new TopologyException(
                    "the statement has no parameters: write :field where the value of a field belongs: " + sql);
        }
        return new SqlStatement(found.rewritten.toString(), found.names);
    }

    private static String required(String sql) {
        if (sql == null || sql.isBlank()) {
            throw new TopologyException("the statement is missing: give an insert, merge or update");
        }
        return sql;
    }

    /**
     * Finds parameters outside of texts, quoted names and comments. Two colons are a cast, and a colon within brackets
     * is a slice of an array.
     */
    private static final class Parameters {

        private final String sql;
        private final List<String> names = new ArrayList<>();
        private final StringBuilder rewritten = new StringBuilder();
        private int marks;
        private int at;

        Parameters(String sql) {
            this.sql = sql;
            while (at < sql.length()) {
                step();
            }
        }

        private void step() {
            char c = sql.charAt(at);
            if (c == '\'' || c == '"' || c == '`') {
                copy(quoted(c));
            } else if (sql.startsWith("--", at)) {
                copy(until("\n"));
            } else if (sql.startsWith("/*", at)) {
                copy(blockComment());
            } else if (c == '$' && !isName(at - 1)) {
                copy(dollarQuoted());
            } else if (sql.startsWith("::", at)) {
                copy(at + 2);
            } else if (c == ':' && startsName(at + 1) && !isName(at - 1)) {
                name();
            } else {
                marks += c == '?' ? 1 : 0;
                copy(at + 1);
            }
        }

        private void copy(int end) {
            rewritten.append(sql, at, end);
            at = end;
        }

        private void name() {
            int end = at + 1;
            while (isName(end)) {
                end++;
            }
            names.add(sql.substring(at + 1, end));
            rewritten.append('?');
            at = end;
        }

        private boolean startsName(int position) {
            return position < sql.length() && (Character.isLetter(sql.charAt(position)) || sql.charAt(position) == '_');
        }

        private boolean isName(int position) {
            return position >= 0
                    && position < sql.length()
                    && (Character.isLetterOrDigit(sql.charAt(position)) || sql.charAt(position) == '_');
        }

        /** A quote within is doubled, which reads as the end and another begin. */
        private int quoted(char quote) {
            int end = sql.indexOf(quote, at + 1);
            return end < 0 ? unclosed(String.valueOf(quote)) : end + 1;
        }

        private int until(String end) {
            int found = sql.indexOf(end, at);
            return found < 0 ? sql.length() : found + end.length();
        }

        /** Comments nest in standard SQL. */
        private int blockComment() {
            int depth = 0;
            int position = at;
            do {
                if (sql.startsWith("/*", position)) {
                    depth++;
                    position += 2;
                } else if (sql.startsWith("*/", position)) {
                    depth--;
                    position += 2;
                } else {
                    position++;
                }
            } while (depth > 0 && position < sql.length());
            return depth > 0 ? unclosed("/*") : position;
        }

        /** A text between two of {@code $tag$}, as PostgreSQL has it. */
        private int dollarQuoted() {
            int end = at + 1;
            while (isName(end)) {
                end++;
            }
            if (end >= sql.length() || sql.charAt(end) != '$') {
                return at + 1;
            }
            String tag = sql.substring(at, end + 1);
            int closing = sql.indexOf(tag, end + 1);
            return closing < 0 ? unclosed(tag) : closing + tag.length();
        }

        private int unclosed(String what) {
            throw new TopologyException(
                    "the statement has " + what + " at character " + at + " that is not closed: close it: " + sql);
        }
    }
}
