// SPDX-License-Identifier: Apache-2.0
/**
 * How the engine writes records of the API as JSON. Authors do not use it. This package uses no other one of the
 * engine.
 */
package io.millrace.api.json;
