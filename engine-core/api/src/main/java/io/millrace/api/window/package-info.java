/** How event or processing time is divided into windows. Immutable types without a dependency on components. */
package io.millrace.api.window;
