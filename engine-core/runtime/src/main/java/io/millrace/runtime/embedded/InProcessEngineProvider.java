// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.embedded;

import io.millrace.api.EngineProvider;
import io.millrace.api.Millrace;
import io.millrace.api.config.Config;
import io.millrace.runtime.settings.KnownKeys;

/** The provider of {@link Millrace#local()}; the service loader finds it. */
public final class InProcessEngineProvider implements EngineProvider {

    @Override
    public Millrace start(Config config, boolean shutdownHook) {
        return new InProcessEngine(KnownKeys.checked(config.asMap(), "Millrace.local()"), shutdownHook);
    }
}
