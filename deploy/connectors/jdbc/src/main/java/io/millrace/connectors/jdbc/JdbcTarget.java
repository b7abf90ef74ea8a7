// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import io.millrace.api.config.SecretSettings;
import io.millrace.api.config.Secrets;
import io.millrace.api.error.TopologyException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Which database, as whom. Nothing prints what may be secret: properties, what stands before the host in the URL, and
 * what follows its path. Immutable.
 */
final class JdbcTarget implements Target {

    private static final long serialVersionUID = 1L;

    private static final Pattern BEGIN = Pattern.compile("jdbc:(?:[A-Za-z][\\w+-]*:)*(?://)?");
    private static final Pattern PARAMETERS = Pattern.compile("[?;]");
    private static final Pattern PARAMETER = Pattern.compile("([\\w.-]+)=([^;&,()]*)");
    private static final Pattern PASSWORD = Pattern.compile("[^:/@]*[:/](.*)@", Pattern.DOTALL);

    private final String url;
    private final Properties properties;

    private JdbcTarget(String url, Properties properties) {
        this.url = url;
        this.properties = properties;
    }

    static JdbcTarget of(String url) {
        if (url == null || !url.startsWith("jdbc:")) {
            throw new TopologyException("the URL of the database "
                    + (url == null ? "is missing" : "does not begin with jdbc:")
                    + ": give one such as jdbc:postgresql://host/database");
        }
        return new JdbcTarget(url, new Properties());
    }

    @Override
    public JdbcTarget with(String name, String value) {
        Properties changed = new Properties();
        changed.putAll(properties);
        changed.setProperty(name, value);
        return new JdbcTarget(url, changed);
    }

    /** Finds out without the database whether it could be connected to. */
    @Override
    public DataSource open(Secrets secrets, String task) {
        hideIn(secrets);
        resolvedProperties(secrets);
        try {
            driver(resolvedUrl(secrets));
        } catch (SQLException e) {
            throw secrets.hide(
                    new TopologyException("the driver of " + this + " does not take its URL: " + e.getMessage(), e));
        }
        return Pool.of(new DriverSource(this, secrets), task);
    }

    /**
     * Connects. Does not ask DriverManager, which does not see the drivers of a topology's jar.
     *
     * @throws TopologyException if there is no driver, or a secret is missing
     */
    Connection connect(Secrets secrets) throws SQLException {
        String whole = resolvedUrl(secrets);
        Connection connection = driver(whole).connect(whole, resolvedProperties(secrets));
        if (connection == null) {
            throw new SQLException("the driver does not take the URL");
        }
        return connection;
    }

    private String resolvedUrl(Secrets secrets) {
        String whole = secrets.resolve("a part of the URL of " + this, url);
        if (!whole.equals(url)) {
            JdbcTarget.of(whole).hideIn(secrets);
        }
        return whole;
    }

    private Properties resolvedProperties(Secrets secrets) {
        Properties all = new Properties();
        properties.forEach((name, value) ->
                all.put(name, secrets.resolve("the property '" + name + "' for " + this, value.toString())));
        return all;
    }

    private Driver driver(String whole) throws SQLException {
        ClassLoader own = JdbcTarget.class.getClassLoader();
        try {
            for (ClassLoader loader :
                    new ClassLoader[] {own, Thread.currentThread().getContextClassLoader()}) {
                for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
                    if (driver.acceptsURL(whole)) {
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

    /**
     * Hides the URL, of which drivers tell as it is, the password before its host, and values of parameters and
     * properties with such a name.
     */
    private void hideIn(Secrets secrets) {
        if (!toString().equals(url)) {
            secrets.hideAlso(url);
        }
        Matcher password = PASSWORD.matcher(url.substring(begin()));
        if (password.lookingAt()) {
            secrets.hideAlso(password.group(1));
        }
        Matcher parameters = PARAMETER.matcher(url);
        while (parameters.find()) {
            hideIn(secrets, parameters.group(1), parameters.group(2));
        }
        properties.forEach((name, value) -> hideIn(secrets, name.toString(), value.toString()));
    }

    private static void hideIn(Secrets secrets, String name, String value) {
        if (SecretSettings.isSecret(name) && !value.matches("true|false|\\$\\{.*}")) {
            secrets.hideAlso(value);
        }
    }

    private int begin() {
        Matcher begin = BEGIN.matcher(url);
        return begin.lookingAt() ? begin.end() : 0;
    }

    /** The URL without parameters, and without user and password; its begin alone if these cannot be told apart. */
    @Override
    public String toString() {
        String begin = url.substring(0, begin());
        String[] parts = PARAMETERS.split(url.substring(begin()), 2);
        boolean mayBePassword = parts.length > 1 && parts[1].contains("@");
        String host = parts[0].substring(parts[0].lastIndexOf('@') + 1);
        return mayBePassword || host.contains("=") ? begin : begin + host;
    }
}
