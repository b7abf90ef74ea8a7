package io.millrace.transport.frame;

import io.millrace.transport.RefusalCause;
import io.netty.buffer.ByteBuf;

/** The answer to a refused handshake: a cause to count and a line to read. */
public record Refusal(RefusalCause cause, String reason) {

    private static final RefusalCause[] CAUSES = RefusalCause.values();

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
