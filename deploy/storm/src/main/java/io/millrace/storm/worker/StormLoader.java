// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.worker;

import java.util.function.Supplier;

/**
 * Runs calls with the class loader of the topology as that of the thread, by which Storm finds its resources. Stateless.
 */
public final class StormLoader {

    private StormLoader() {}

    public static <T> T with(Supplier<T> call) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(StormLoader.class.getClassLoader());
        try {
            return call.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
