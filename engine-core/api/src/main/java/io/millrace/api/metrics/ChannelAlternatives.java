// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.metrics;

import java.util.List;

/**
 * The settings that a channel between regions could have.
 *
 * @param source component of the source task
 * @param target component of the target task
 */
public record ChannelAlternatives(
        String source, int sourceTask, String target, int targetTask, List<ChannelAlternative> alternatives) {}
