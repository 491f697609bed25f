package dev.holdfast.validation;

import dev.holdfast.validation.dialects.Dialect;
import dev.holdfast.validation.dialects.GoDialect;
import dev.holdfast.validation.dialects.JavaDialect;
import dev.holdfast.validation.dialects.PhpDialect;
import dev.holdfast.validation.dialects.PythonDialect;
import dev.holdfast.validation.dialects.RubyDialect;
import dev.holdfast.validation.dialects.ScriptDialect;
import dev.holdfast.validation.dialects.ShellDialect;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.treesitter.TSLanguage;
import org.treesitter.TreeSitterBash;
import org.treesitter.TreeSitterGo;
import org.treesitter.TreeSitterJava;
import org.treesitter.TreeSitterJavascript;
import org.treesitter.TreeSitterPhp;
import org.treesitter.TreeSitterPython;
import org.treesitter.TreeSitterRuby;
import org.treesitter.TreeSitterTsx;
import org.treesitter.TreeSitterTypescript;

/** A language with a grammar. */
record Language(String name, List<String> endings, Supplier<TSLanguage> grammar, Dialect dialect, List<Rule> rules) {
    private static final List<Language> ALL = List.of(
            new Language("Python", List.of("py", "pyi"), TreeSitterPython::new, new PythonDialect(), PythonRules.ALL),
            new Language(
                    "JavaScript",
                    List.of("js", "jsx", "mjs", "cjs"),
                    TreeSitterJavascript::new,
                    new ScriptDialect(),
                    ScriptRules.ALL),
            new Language(
                    "TypeScript",
                    List.of("ts", "mts", "cts"),
                    TreeSitterTypescript::new,
                    new ScriptDialect(),
                    ScriptRules.ALL),
            new Language("TSX", List.of("tsx"), TreeSitterTsx::new, new ScriptDialect(), ScriptRules.ALL),
            new Language("Java", List.of("java"), TreeSitterJava::new, new JavaDialect(), JavaRules.ALL),
            new Language("Go", List.of("go"), TreeSitterGo::new, new GoDialect(), GoRules.ALL),
            new Language(
                    "Ruby", List.of("rb", "rake", "gemspec"), TreeSitterRuby::new, new RubyDialect(), RubyRules.ALL),
            new Language("PHP", List.of("php"), TreeSitterPhp::new, new PhpDialect(), PhpRules.ALL),
            new Language("shell", List.of("sh", "bash"), TreeSitterBash::new, new ShellDialect(), ShellRules.ALL));

    /** By the file's ending. */
    static Optional<Language> of(String path) {
        String ending = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return ALL.stream()
                .filter(language -> language.endings().contains(ending))
                .findFirst();
    }
}
