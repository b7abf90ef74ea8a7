// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Answers by the target of a request. A refusal has its detail as the body. */
final class TestHandler implements HttpHandler {

    final List<Fault> faults = new CopyOnWriteArrayList<>();
    final List<Bound> evictions = new CopyOnWriteArrayList<>();

    private final Map<String, Supplier<Admission>> targets;

    TestHandler(Map<String, Supplier<Admission>> targets) {
        this.targets = targets;
    }

    /** Answers each request to a target at once. */
    static Supplier<Admission> saying(String text) {
        return () -> new Admission.Whole(0, (body, answer) -> answer.send(text(200, text)));
    }

    static HttpReply text(int status, String text) {
        return reply(status, ReplyBody.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    static HttpReply reply(int status, ReplyBody body) {
        return new HttpReply(status, new DefaultHttpHeaders(), body);
    }

    @Override
    public Admission begin(HttpRequest header, boolean encrypted) {
        Supplier<Admission> target = targets.get(header.uri());
        return target == null ? new Admission.Answered(text(404, "nothing here")) : target.get();
    }

    @Override
    public HttpReply refused(Fault fault, String detail) {
        faults.add(fault);
        return text(fault.status(), detail);
    }

    @Override
    public void evicted(Bound bound, InetAddress client) {
        evictions.add(bound);
    }
}
