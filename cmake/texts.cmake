# The manual page and the completions, which the command line itself writes: where each belongs below a folder share, and the
# words for it. Debian has a folder of its own for zsh.
set(pdrank_texts man/man1/pdrank.1 bash-completion/completions/pdrank zsh/site-functions/_pdrank
                 fish/vendor_completions.d/pdrank.fish)
set(pdrank_text_words manual "completion bash" "completion zsh" "completion fish")
