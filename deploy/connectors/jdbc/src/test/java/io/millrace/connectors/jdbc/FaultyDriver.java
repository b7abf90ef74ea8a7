// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;
import java.util.logging.Logger;

/**
 * Connects to the database behind {@code jdbc:faulty:}, and counts what reaches it: connecting, statements, savepoints,
 * commits. The test says what happens at one of these calls.
 */
public final class FaultyDriver implements Driver {

    static final String PREFIX = "jdbc:faulty:";

    private static final Set<String> COUNTED =
            Set.of("executeUpdate", "executeQuery", "executeBatch", "setSavepoint", "releaseSavepoint", "commit");

    /** What a test wants to happen. */
    interface Script {

        /** Is called before and after each counted call. May throw, as the call then does. */
        void at(String call, boolean done) throws SQLException;
    }

    /** Ends the task as a kill does: nothing catches it. */
    static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static volatile Script script = (call, done) -> {};

    static void follow(Script next) {
        script = next;
    }

    static void behave() {
        script = (call, done) -> {};
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
    }

    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        script.at("connect", false);
        Connection connection = DriverManager.getConnection("jdbc:" + url.substring(PREFIX.length()), properties);
        return wrap(Connection.class, connection);
    }

    private static <T> T wrap(Class<T> type, Object wrapped) {
        InvocationHandler handler = (self, method, arguments) -> {
            boolean counted = COUNTED.contains(method.getName());
            if (counted) {
                script.at(method.getName(), false);
            }
            Object result = invoke(wrapped, method, arguments);
            if (counted) {
                script.at(method.getName(), true);
            }
            return result instanceof PreparedStatement ? wrap(PreparedStatement.class, result) : result;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object invoke(Object wrapped, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(wrapped, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
