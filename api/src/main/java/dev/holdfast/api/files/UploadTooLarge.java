package dev.holdfast.api.files;

import dev.holdfast.contract.DataSize;
import java.io.IOException;

/** An upload that goes on behind the limit. */
public final class UploadTooLarge extends IOException {
    private static final long serialVersionUID = 1L;

    UploadTooLarge(DataSize limit) {
        super("an upload has at most " + limit);
    }
}
