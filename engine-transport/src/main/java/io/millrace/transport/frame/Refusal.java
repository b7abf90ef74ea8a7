package io.millrace.transport.frame;

import io.millrace.transport.RefusalCause;
import io.netty.buffer.ByteBuf;

/** The answer to a handshake that is not accepted: a cause to count and a line to read. */
record Refusal(RefusalCause cause, String reason) {

    void encode(ByteBuf out) {
        int start = out.writerIndex();
        out.writeIntLE(0).writeByte(FrameDescriptor.REFUSE).writeByte(0).writeShortLE(0);
        out.writeIntLE(FrameDescriptor.MAGIC).writeIntLE(cause.code());
        Hello.writeString(out, reason);
        out.setIntLE(start, out.writerIndex() - start);
    }

    static Refusal decode(ByteBuf in, int index, int length) {
        Hello.checkMagic(in, index, length);
        ByteBuf reason = in.slice(index, length).readerIndex(FrameDescriptor.REFUSE_REASON_OFFSET);
        return new Refusal(
                RefusalCause.of(in.getIntLE(index + FrameDescriptor.REFUSE_CAUSE_OFFSET)), Hello.readString(reason));
    }
}
