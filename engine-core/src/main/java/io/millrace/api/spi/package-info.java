/** How the API finds the engine that is behind it. */
package io.millrace.api.spi;
