// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import io.millrace.transport.CloseCause;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;

/**
 * This end refuses the peer's certificate: the cause, and one line that names the certificate, the reason and the
 * remedy.
 */
final class RefusedCertificate extends CertificateException {

    private static final long serialVersionUID = 1L;

    private final CloseCause closeCause;

    RefusedCertificate(CloseCause closeCause, String message) {
        super(message, alert(closeCause));
        this.closeCause = closeCause;
    }

    CloseCause closeCause() {
        return closeCause;
    }

    /** The JDK derives the alert from this, so that the peer learns, too, that its certificate has expired. */
    private static CertPathValidatorException alert(CloseCause cause) {
        return cause == CloseCause.CERTIFICATE_EXPIRED
                ? new CertPathValidatorException(
                        "expired", null, null, -1, CertPathValidatorException.BasicReason.EXPIRED)
                : null;
    }
}
