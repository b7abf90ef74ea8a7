// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import java.lang.reflect.Proxy;
import java.util.Properties;
import javax.sql.DataSource;

/** A data source without a pool, which connects in the thread of the caller through {@link FaultyDriver}. */
final class PlainSource {

    private PlainSource() {}

    static DataSourceFactory of(String faultyUrl) {
        return () -> (DataSource) Proxy.newProxyInstance(
                PlainSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        return new FaultyDriver().connect(faultyUrl, new Properties());
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
