package io.millrace.transport.tls;

import io.millrace.transport.CloseCause;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;

/** A peer's certificate that this end does not accept: for which cause, and in one line who, why, and what to do. */
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

    /** From this the JDK takes the alert that the peer gets: so it learns, too, that its certificate has expired. */
    private static CertPathValidatorException alert(CloseCause cause) {
        return cause == CloseCause.CERTIFICATE_EXPIRED
                ? new CertPathValidatorException(
                        "expired", null, null, -1, CertPathValidatorException.BasicReason.EXPIRED)
                : null;
    }
}
