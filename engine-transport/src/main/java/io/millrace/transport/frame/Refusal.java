// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.frame;

import io.millrace.transport.RefusalCause;
import io.netty.buffer.ByteBuf;

/**
 * The answer to a refused handshake: a cause to count, and a reason to read for a peer that has proven its identity.
 */
public record Refusal(RefusalCause cause, String reason) {

    private static final RefusalCause[] CAUSES = RefusalCause.values();

    /** Returns the answer to a peer that has not proven its identity, which names nothing of this end. */
    public static Refusal ofStranger(RefusalCause cause) {
        return new Refusal(cause, meaning(cause));
    }

    /**
     * Returns the text to log for a refusal by an end that has not proven its identity, so that its own words are left
     * out.
     */
    public String byStranger() {
        return meaning(cause);
    }

    private static String meaning(RefusalCause cause) {
        return switch (cause) {
            case VERSION -> "it speaks another version of the protocol: run the same release on all nodes";
            case ENCRYPTION -> "it takes connections with TLS only: set transport.tls.* on all nodes or on none";
            case UNPROVEN -> "no proof of belonging to this submission of the topology";
            default -> "a refusal that this version does not know";
        };
    }

    public void encode(ByteBuf out) {
        int start = out.writerIndex();
        FrameDescriptor.writeHeader(out, 0, FrameDescriptor.REFUSE);
        out.writeIntLE(FrameDescriptor.MAGIC).writeIntLE(cause.ordinal() + 1);
        Hello.writeString(out, reason);
        out.setIntLE(start, out.writerIndex() - start);
    }

    public static Refusal decode(ByteBuf in, int index, int length) {
        Hello.checkMagic(in, index, length);
        ByteBuf reason = in.slice(index, length).readerIndex(FrameDescriptor.REFUSE_REASON_OFFSET);
        int code = in.getIntLE(index + FrameDescriptor.REFUSE_CAUSE_OFFSET);
        boolean known = code >= 1 && code <= CAUSES.length;
        return new Refusal(known ? CAUSES[code - 1] : RefusalCause.UNKNOWN, Hello.readString(reason));
    }
}
