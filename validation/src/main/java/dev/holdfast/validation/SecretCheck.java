package dev.holdfast.validation;

import dev.holdfast.contract.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds passwords, keys and tokens that stand in a file. */
final class SecretCheck {
    private static final int LONGEST_LINE = 4000;
    private static final String REMEDY =
            "give it as a secret (holdfast run --secret) and change the one that stood here";
    private static final Map<String, Pattern> TOKENS = Map.of(
            "secret-aws-key", Pattern.compile("\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b"),
            "secret-github-token", Pattern.compile("\\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})\\b"),
            "secret-gitlab-token", Pattern.compile("\\bglpat-[A-Za-z0-9_-]{20,}"),
            "secret-slack-token", Pattern.compile("\\bxox[abprs]-[0-9A-Za-z-]{10,}"),
            "secret-stripe-key", Pattern.compile("\\b[sr]k_live_[0-9a-zA-Z]{20,}"),
            "secret-google-key", Pattern.compile("\\bAIza[0-9A-Za-z_-]{35}\\b"),
            "secret-jwt", Pattern.compile("\\beyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}"),
            "secret-private-key", Pattern.compile("-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----"),
            "secret-url-password",
                    Pattern.compile("\\b[a-z][a-z0-9+.-]{1,20}://[^\\s:/@'\"]{1,64}:([^\\s:/@'\"]{4,64})@[A-Za-z0-9]"));

    /** A name that speaks of a secret, and a text that is given to it. */
    private static final Pattern ASSIGNED = Pattern.compile(
            "(?i)(?<![A-Za-z])(?<name>[\\w.-]{0,40}?(?:password|passwd|pwd|secret|token|api_?key|apikey|private_?key|access_?key|auth_?key))"
                    + "(?<after>[\\w]{0,10})[\"']?\\s{0,8}(?::=|=>|[:=])\\s{0,8}(?<![=!]=)(?:[A-Za-z_<>\\[\\]]{1,30}\\s{0,4}=\\s{0,4})?"
                    + "(?<quote>[\"'`])(?<value>[^\"'`\\s]{6,200})\\k<quote>");

    private static final Pattern PLACEHOLDER = Pattern.compile(
            "(?i).*(?:example|changeme|change_me|placeholder|dummy|your[_-]|xxxx|\\*{3,}|\\.\\.\\.|todo|redacted|<.*>|\\$\\{|\\$\\(|\\{\\{|%\\(|%s|#\\{|\\{\\w*\\}|process\\.env|getenv).*");
    private static final Pattern NO_SECRET = Pattern.compile(
            "(?i)password|passwd|secret|token|bearer|string|text|hidden|none|null|true|false|undefined|required|optional|[a-z]+(?:[ ._/-][a-z]+)+|https?:.*|/.*|\\$\\w+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+");
    private static final Pattern CONFIG_FILE =
            Pattern.compile("(?i).*\\.(?:env|properties|ini|cfg|conf|toml|ya?ml)|(?:.*/)?\\.env(?:\\..*)?");
    private static final Pattern CONFIG_LINE = Pattern.compile(
            "(?i)^\\s{0,40}(?:export\\s+)?(?<name>[\\w.-]{0,60}(?:password|passwd|secret|token|api_?key|private_?key|access_?key))\\s{0,8}[:=]\\s{0,8}"
                    + "(?<value>[^\\s\"'#]{8,200})\\s*$");

    private SecretCheck() {}

    static List<Finding> check(Source source) {
        List<Finding> findings = new ArrayList<>();
        List<String> lines = source.lines();
        for (int row = 0; row < lines.size(); row++) {
            String line = lines.get(row);
            if (line.length() <= LONGEST_LINE && !tokens(source, row, line, findings)) {
                assigned(source, row, line, findings);
            }
        }
        return findings;
    }

    private static boolean tokens(Source source, int row, String line, List<Finding> findings) {
        for (Map.Entry<String, Pattern> token : TOKENS.entrySet()) {
            Matcher found = token.getValue().matcher(line);
            if (found.find() && !PLACEHOLDER.matcher(found.group()).matches()) {
                findings.add(source.finding(
                        token.getKey(), Severity.CRITICAL, row, found.start(), "a secret stands in the code", REMEDY));
                return true;
            }
        }
        return false;
    }

    private static void assigned(Source source, int row, String line, List<Finding> findings) {
        Matcher assigned = ASSIGNED.matcher(line);
        if (assigned.find() && looksReal(assigned.group("value")) && !isComment(line, assigned.start())) {
            add(source, row, assigned, findings);
            return;
        }
        if (CONFIG_FILE.matcher(source.name()).matches()) {
            Matcher config = CONFIG_LINE.matcher(line);
            if (config.find() && looksReal(config.group("value"))) {
                add(source, row, config, findings);
            }
        }
    }

    private static void add(Source source, int row, Matcher found, List<Finding> findings) {
        findings.add(source.finding(
                "secret-hard-coded",
                Severity.ERROR,
                row,
                found.start("name"),
                found.group("name") + " has its value in the code",
                REMEDY));
    }

    private static boolean isComment(String line, int start) {
        String before = line.substring(0, start).strip();
        return before.startsWith("#") || before.startsWith("//") || before.startsWith("*") || before.startsWith("/*");
    }

    private static boolean looksReal(String value) {
        return !PLACEHOLDER.matcher(value).matches()
                && !NO_SECRET.matcher(value).matches();
    }
}
