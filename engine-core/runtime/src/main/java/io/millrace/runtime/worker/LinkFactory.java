// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import io.millrace.runtime.link.Link;
import java.io.IOException;

/** Makes the links from executors of this worker to those of one worker. {@link LinkFactories} chooses the factory. */
@FunctionalInterface
interface LinkFactory {

    /** @throws IOException if the other executor cannot be reached, and will not be by this link */
    Link link(OwnExecutor source, ExecutorEndpoint target) throws IOException;
}
