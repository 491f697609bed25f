package dev.holdfast.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bundle as somebody reads it who has none of our code, only docs/bundle.md: with Python's own tar and hashes, the
 * published schema, in-toto's own classes, and a library of package URLs.
 */
@ExtendWith(WithStack.class)
class BundleReaderTest {
    private static final String PROGRAM = """
            import hashlib, json, sys, tarfile
            import jsonschema
            from google.protobuf import json_format
            from in_toto_attestation.predicates.provenance.v1.provenance_pb2 import Provenance
            from in_toto_attestation.v1.statement import Statement
            from in_toto_attestation.v1.statement_pb2 import Statement as StatementMessage
            from packageurl import PackageURL

            with tarfile.open(sys.argv[1]) as bundle:
                entries = {entry.name: bundle.extractfile(entry).read() for entry in bundle}
            manifest = json.loads(entries["manifest.json"])
            jsonschema.validate(manifest, json.load(open(sys.argv[2])))
            for file in manifest["files"]:
                content = entries.pop(file["path"])
                assert hashlib.sha256(content).hexdigest() == file["sha256"], file
                assert len(content) == file["size"], file
                entries[file["path"]] = content
            assert len(entries) == len(manifest["files"]) + 1, entries.keys()

            raw = json.loads(entries["provenance.json"])
            statement = Statement.copy_from_pb(json_format.ParseDict(raw, StatementMessage()))
            statement.validate()
            assert raw["predicateType"] == "https://slsa.dev/provenance/v1"
            predicate = json_format.ParseDict(raw["predicate"], Provenance())
            subjects = {s["name"]: s["digest"]["sha256"] for s in raw["subject"]}
            assert hashlib.sha256(entries["logs/log.ndjson"]).hexdigest() == subjects.pop("logs/log.ndjson")
            for name, sha256 in subjects.items():
                assert hashlib.sha256(entries["blobs/" + sha256]).hexdigest() == sha256, name
            image = PackageURL.from_string(predicate.build_definition.resolved_dependencies[0].uri)
            log = [json.loads(line) for line in entries["logs/log.ndjson"].decode().splitlines()]
            print(" ".join(sorted(subjects)))
            print(image.type, image.name, image.qualifiers["tag"], image.version.startswith("sha256:"))
            print(predicate.run_details.metadata.invocation_id, predicate.run_details.metadata.finished_on.seconds > 0)
            print("".join(entry["text"] for entry in log if entry.get("stream") == "stdout"), end="")
            print(json.loads(entries["task/environment.json"])["variables"])
            """;

    private final StackUnderTest stack;

    @TempDir
    Path directory;

    BundleReaderTest(StackUnderTest stack) {
        this.stack = stack;
    }

    @Test
    void whoHasOnlyTheDocumentationCanCheckAndReadIt() throws IOException {
        Path bundle = directory.resolve("bundle.tgz");
        stack.holdfast(
                "run",
                "--id",
                "read-elsewhere",
                "--image",
                "debian:bookworm-slim",
                "-e",
                "COLOUR=red",
                "--",
                "sh",
                "-c",
                "mkdir -p .artifacts; echo made | tee .artifacts/made");
        assertThat(stack.holdfast("export", "read-elsewhere", "-f", bundle.toString())
                        .exitCode())
                .isZero();

        Shell.Ended read = read(bundle);

        assertThat(read.exitCode()).as(read.stderr()).isZero();
        assertThat(read.stdout().lines().toList())
                .containsExactly(
                        ".artifacts/made",
                        "docker debian bookworm-slim True",
                        "read-elsewhere True",
                        "made",
                        "['COLOUR']");
    }

    @Test
    void aTaskThatLeftNothingHasAValidStatementToo() throws IOException {
        Path bundle = directory.resolve("nothing.tgz");
        stack.holdfast("run", "--id", "nothing-left", "--", "false");
        stack.holdfast("export", "nothing-left", "-f", bundle.toString());

        Shell.Ended read = read(bundle);

        assertThat(read.exitCode()).as(read.stderr()).isZero();
        assertThat(read.stdout()).startsWith("\n");
    }

    private Shell.Ended read(Path bundle) throws IOException {
        Path program = Files.writeString(directory.resolve("read.py"), PROGRAM);
        return Shell.run(
                List.of(
                        PythonTools.program("python3").toString(),
                        program.toString(),
                        bundle.toString(),
                        stack.root().resolve("docs/bundle.schema.json").toString()),
                Map.of());
    }
}
