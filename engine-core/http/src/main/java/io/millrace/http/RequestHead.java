// SPDX-License-Identifier: Apache-2.0
package io.millrace.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;

/**
 * What a header tells about the framing of its request. Immutable.
 *
 * @param announcedBytes the length of the body; 0 if it has none, or comes in chunks
 * @param hasBody whether data may follow that belongs to the request
 * @param framed whether the codec finds the end of the body; if not, no request can follow
 * @param keepsAlive whether another request may follow
 */
record RequestHead(
        HttpMethod method,
        HttpVersion version,
        long announcedBytes,
        boolean hasBody,
        boolean framed,
        boolean keepsAlive) {

    /** Stands for the header of a first request that has not come. */
    static final RequestHead NONE = new RequestHead(HttpMethod.GET, HttpVersion.HTTP_1_1, 0, true, false, false);

    static RequestHead of(HttpRequest request) {
        boolean readable = !request.decoderResult().isFailure();
        boolean framed = readable && isFramed(codings(request));
        long announced = readable ? HttpUtil.getContentLength(request, 0L) : 0;
        return new RequestHead(
                request.method(),
                request.protocolVersion(),
                announced,
                !framed || announced != 0 || HttpUtil.isTransferEncodingChunked(request),
                framed,
                framed && isNamed(request) && HttpUtil.isKeepAlive(request));
    }

    /** @throws Refused if no handler may see the request */
    static void check(HttpRequest request) {
        if (request.decoderResult().isFailure()) {
            throw Refused.notUnderstood(request.decoderResult().cause());
        }
        String codings = codings(request);
        if (!isFramed(codings)) {
            throw new Refused(
                    Fault.UNKNOWN_CODING,
                    "Transfer-Encoding: " + codings
                            + " is not supported: send the body in chunks or with Content-Length");
        }
        if (!isNamed(request)) {
            throw new Refused(
                    Fault.NOT_UNDERSTOOD,
                    "the header Host is there " + hosts(request).size() + " times: send it once");
        }
        String expected = request.headers().get(HttpHeaderNames.EXPECT);
        if (expected != null && !HttpUtil.is100ContinueExpected(request)) {
            throw new Refused(Fault.UNKNOWN_EXPECTATION, "Expect: " + expected + " is not supported");
        }
    }

    private static String codings(HttpRequest request) {
        return String.join(", ", request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING));
    }

    /** The codec knows the end of a body that comes in chunks or has a length, and of no other. */
    private static boolean isFramed(String codings) {
        return codings.isEmpty() || HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.strip());
    }

    /** Whether the request names one server, as RFC 9112 demands in section 3.2. */
    private static boolean isNamed(HttpRequest request) {
        int hosts = hosts(request).size();
        return hosts == 1 || hosts == 0 && request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0;
    }

    private static List<String> hosts(HttpRequest request) {
        return request.headers().getAll(HttpHeaderNames.HOST);
    }
}
