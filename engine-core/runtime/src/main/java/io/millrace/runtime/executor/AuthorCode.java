// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.api.spi.Instances;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The code of a topology's author.
 *
 * @param instances makes the component instance of each task
 * @param loader class loader that sees the author's classes
 * @param resources supplier of the directory of the topology's resources; throws if there are none
 */
public record AuthorCode(Instances instances, ClassLoader loader, Supplier<Path> resources) {}
