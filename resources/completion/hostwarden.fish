# Completion of hostwarden for fish 3 or later.

function __hostwarden_complete
    set -l words (commandline -opc)
    # Names are compared without quotes and backslashes, also of a word whose quote is still open.
    set -l typed (commandline -ct)
    set -l current (string unescape -- "$typed")
    for line in ($words[1] __complete -- $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = ':files'
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end

complete -c hostwarden -f -a '(__hostwarden_complete)'
