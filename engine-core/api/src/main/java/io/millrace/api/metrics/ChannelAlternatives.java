package io.millrace.api.metrics;

import java.util.List;

/**
 * What a channel between regions could be set to.
 *
 * @param source component of the source task
 * @param target component of the target task
 */
public record ChannelAlternatives(
        String source, int sourceTask, String target, int targetTask, List<ChannelAlternative> alternatives) {}
