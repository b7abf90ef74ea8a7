// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this engine. Any thread may call it. */
public final class EngineVersion {

    private static final String POM = "/META-INF/maven/io.millrace/millrace-runtime/pom.properties";

    private EngineVersion() {}

    /** Returns the version in the jar's Maven metadata; classes outside a jar have none. */
    public static String get() {
        try (InputStream in = EngineVersion.class.getResourceAsStream(POM)) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", "unpackaged");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
