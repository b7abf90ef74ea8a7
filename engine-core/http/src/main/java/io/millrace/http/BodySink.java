// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.buffer.ByteBuf;

/** Takes the body of a request while it arrives. The event loop calls. */
interface BodySink {

    /** Discards the body. */
    BodySink NONE = new BodySink() {
        @Override
        public boolean add(ByteBuf part) {
            return true;
        }

        @Override
        public void end() {
            // Nobody wants it
        }

        @Override
        public void fail(String why) {
            // Nobody wants it
        }
    };

    /** Takes the next part, which is not empty, and returns whether there is room for another. */
    boolean add(ByteBuf part);

    /** The body is complete. */
    void end();

    /** The rest does not come, or is not wanted any more. */
    void fail(String why);
}
