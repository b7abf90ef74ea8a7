// SPDX-License-Identifier: Apache-2.0
/** A service that has the engine inside: a dependency on {@code millrace-embedded}, and nothing else to install or start. */
package io.millrace.examples.embedded;
