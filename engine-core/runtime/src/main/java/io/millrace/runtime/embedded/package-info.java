/** The engine whose workers are threads of the service that embeds it. */
package io.millrace.runtime.embedded;
