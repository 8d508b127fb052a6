# Completion of foretrace for fish, which asks the program what can be completed.

function __foretrace_program
    commandline -opc | head -n 1
end

function __foretrace_commands
    eval (__foretrace_program) --list-commands 2>/dev/null
end

function __foretrace_options
    set -l words (commandline -opc)
    set -q words[2]; or return
    eval $words[1] $words[2] --list-options 2>/dev/null
end

# The options, or the choices of the option before the cursor.
function __foretrace_words
    set -l words (commandline -opc)
    for line in (__foretrace_options)
        set -l part (string split \t -- $line)
        if test -n "$part[3]"; and contains -- "$words[-1]" $part[1] $part[2]
            test -n "$part[4]"; and string split , -- $part[4]
            test -n "$part[4]"; or __fish_complete_path (commandline -ct)
            return
        end
    end
    for line in (__foretrace_options)
        set -l part (string split \t -- $line)
        printf '%s\t%s\n' $part[1] $part[5]
    end
end

function __foretrace_needs_command
    test (count (commandline -opc)) -eq 1
end

complete -c foretrace -n __foretrace_needs_command -f -a '(__foretrace_commands)'
complete -c foretrace -n 'not __foretrace_needs_command' -a '(__foretrace_words)'
