// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.runtime.tuple.StreamRef;

/** Two parts that follow a spout, in their order. */
record BothSpoutParts(SpoutPart first, SpoutPart second) implements SpoutPart {

    @Override
    public boolean hasRoom() {
        return first.hasRoom() && second.hasRoom();
    }

    @Override
    public void emits(StreamRef stream, Object[] values) {
        first.emits(stream, values);
        second.emits(stream, values);
    }

    @Override
    public boolean covers(Object messageId) {
        return first.covers(messageId) || second.covers(messageId);
    }

    @Override
    public void tells(Object messageId, boolean acked) {
        first.tells(messageId, acked);
        second.tells(messageId, acked);
    }

    @Override
    public boolean hasSentEnd() {
        return first.hasSentEnd() && second.hasSentEnd();
    }

    @Override
    public boolean isFinished() {
        return first.isFinished() && second.isFinished();
    }

    @Override
    public void finishWithdrawn() {
        first.finishWithdrawn();
        second.finishWithdrawn();
    }

    @Override
    public void look(long now, int trees, boolean stands) {
        first.look(now, trees, stands);
        second.look(now, trees, stands);
    }
}
