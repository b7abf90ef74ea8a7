package io.millrace.connectors.jdbc;

import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Which database, as whom. Nothing prints what may be secret: properties, and what follows the path of the URL. Immutable.
 */
final class JdbcTarget implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String url;
    private final Properties properties;

    /** Of the worker's environment; null if there is none. */
    private final String passwordVariable;

    private JdbcTarget(String url, Properties properties, String passwordVariable) {
        this.url = url;
        this.properties = properties;
        this.passwordVariable = passwordVariable;
    }

    static JdbcTarget of(String url) {
        if (url == null || !url.startsWith("jdbc:")) {
            throw new TopologyException("the URL of the database "
                    + (url == null ? "is missing" : "does not begin with jdbc:")
                    + ": give one such as jdbc:postgresql://host/database");
        }
        return new JdbcTarget(url, new Properties(), null);
    }

    JdbcTarget with(String name, String value) {
        Properties changed = new Properties();
        changed.putAll(properties);
        changed.setProperty(name, value);
        return new JdbcTarget(url, changed, passwordVariable);
    }

    JdbcTarget withPasswordOf(String variable) {
        return new JdbcTarget(url, properties, variable);
    }

    /**
     * Finds out without the database whether it could be connected to.
     *
     * @throws TopologyException if there is no driver, or no password
     */
    void check() {
        if (passwordVariable != null) {
            password();
        }
        try {
            driver();
        } catch (SQLException e) {
            throw new TopologyException("the driver of " + this + " does not take its URL: " + e.getMessage(), e);
        }
    }

    /**
     * Connects. Does not ask DriverManager, which does not see the drivers of a topology's jar.
     *
     * @throws TopologyException if there is no driver, or no password
     */
    Connection connect() throws SQLException {
        Properties all = new Properties();
        all.putAll(properties);
        if (passwordVariable != null) {
            all.setProperty("password", password());
        }
        Connection connection = driver().connect(url, all);
        if (connection == null) {
            throw new SQLException("the driver does not take the URL");
        }
        return connection;
    }

    private Driver driver() throws SQLException {
        ClassLoader own = JdbcTarget.class.getClassLoader();
        try {
            for (ClassLoader loader :
                    new ClassLoader[] {own, Thread.currentThread().getContextClassLoader()}) {
                for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
                    if (driver.acceptsURL(url)) {
                        return driver;
                    }
                }
            }
        } catch (ServiceConfigurationError e) {
            throw new TopologyException("a JDBC driver cannot be loaded: " + e.getMessage() + ": complete its jar", e);
        }
        throw new TopologyException("there is no JDBC driver for " + this
                + ": put the one of the database into the topology's jar, or name its jar by --lib");
    }

    private String password() {
        String password = System.getenv(passwordVariable);
        if (password == null) {
            throw new TopologyException("the environment of the worker has no " + passwordVariable
                    + ", which is to have the password for " + this + ": set it for the supervisor");
        }
        return password;
    }

    /** Removes the password from what a driver says. */
    String withoutPassword(String text) {
        String password =
                passwordVariable == null ? properties.getProperty("password") : System.getenv(passwordVariable);
        return password == null || password.isEmpty() ? text : text.replace(password, "***");
    }

    /** The URL without parameters and without user and password. */
    @Override
    public String toString() {
        String shown = url;
        for (String end : new String[] {"?", ";"}) {
            int at = shown.indexOf(end);
            shown = at < 0 ? shown : shown.substring(0, at);
        }
        return shown.replaceFirst("(?<=[/:])[^/@]*@(?=.)", "");
    }
}
