// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import java.util.Map;

/**
 * The answer of a topology to a request by REST.
 *
 * @param component the component that answered
 * @param values the values by their fields: texts, numbers, booleans, nulls, lists and maps
 */
public record AskAnswer(String component, int task, Map<String, Object> values) {}
