package dev.holdfast.api.files;

import dev.holdfast.contract.InputFile;

/** A task names a file that nobody uploaded. */
public final class UnknownUpload extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String field;

    UnknownUpload(int number, InputFile file) {
        super("'" + file.path() + "': no upload has the hash " + file.sha256() + "; send it to /v1/files first");
        this.field = "files[" + number + "].sha256";
    }

    public String field() {
        return field;
    }
}
