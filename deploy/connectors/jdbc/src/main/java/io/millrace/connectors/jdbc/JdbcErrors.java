// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.error.Problems;
import java.sql.BatchUpdateException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.Set;

/**
 * Tells from what a driver throws whose fault it is, and what to do. Uses SQLSTATE, which is the same for most
 * databases.
 */
final class JdbcErrors {

    private static final int CLASS_LENGTH = 2;
    private static final Set<String> ROW = Set.of("22", "23");
    private static final Set<String> CONNECTION = Set.of("08", "28");
    private static final Set<String> FULL = Set.of("53100", "53200", "90028", "90031");

    private JdbcErrors() {}

    /** Whether only this row is refused, and will be each time: all else may be different later. */
    static boolean isOfRow(SQLException e) {
        for (SQLException each = e; each != null; each = each.getNextException()) {
            if (each instanceof SQLIntegrityConstraintViolationException || each instanceof SQLDataException) {
                return true;
            }
            if (!(each instanceof BatchUpdateException) || each.getNextException() == null) {
                return ROW.contains(classOf(each));
            }
        }
        return false;
    }

    /** Whether the database was not reached, or has not let the user in. */
    static boolean isOfConnection(SQLException e) {
        return CONNECTION.contains(classOf(e));
    }

    /** Returns why, in one line, which may have secrets: see {@link Database#reason}. */
    static String reason(SQLException e) {
        SQLException cause =
                e instanceof BatchUpdateException && e.getNextException() != null ? e.getNextException() : e;
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        String line = Problems.oneLine(message.lines().findFirst().orElse(""));
        String state = cause.getSQLState();
        return line + (state == null ? "" : " (SQLSTATE " + state + ")");
    }

    /** Returns what to do. */
    static String remedy(SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        if (FULL.contains(state) || state.startsWith("53")) {
            return "free space or resources of the database";
        }
        return switch (classOf(e)) {
            case "08" -> "check that the database is up and reachable from this node";
            case "28" -> "check user and password";
            case "42", "0A" -> "create the table, or correct the statement or the user's rights";
            case "22", "23" -> "correct the row's source, or let the statement accept it";
            case "40" -> "it is a conflict with another transaction";
            default -> "look at the state of the database";
        };
    }

    private static String classOf(SQLException e) {
        String state = e.getSQLState();
        return state == null || state.length() < CLASS_LENGTH ? "" : state.substring(0, CLASS_LENGTH);
    }
}
