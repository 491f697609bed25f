package dev.holdfast.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** The script by which a shell completes commands and options. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Prints a script by which bash or zsh completes holdfast's commands and options.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bash: echo 'source <(holdfast completion)' >> ~/.bashrc",
            "  zsh:  echo 'autoload -U +X bashcompinit && bashcompinit; source <(holdfast completion)' >> ~/.zshrc"
        })
final class CompletionCommand implements Runnable {
    @Override
    public void run() {
        System.out.print(AutoComplete.bash("holdfast", Main.everything()));
    }
}
