# Completion of foretrace for bash.  What can be completed is asked of the
# program itself: 'foretrace --list-commands', 'foretrace COMMAND
# --list-options' (name, letter, metavar, choices, help).

# The choices of option $2 of command $1, or nothing.
_foretrace_choices () {
  "$_foretrace_program" "$1" --list-options 2>/dev/null |
    awk -F '\t' -v o="$2" '$1 == o || $2 == o { gsub (",", "\n", $4); print $4 }'
}

# Whether option $2 of command $1 takes a value.
_foretrace_takes () {
  "$_foretrace_program" "$1" --list-options 2>/dev/null |
    awk -F '\t' -v o="$2" '($1 == o || $2 == o) && $3 != "" { found = 1 }
                           END { exit !found }'
}

_foretrace () {
  local _foretrace_program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]}
  local before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words i
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="$("$_foretrace_program" --list-commands 2>/dev/null | cut -f1) help --help --version"
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    return
  fi
  for ((i = 2; i < COMP_CWORD; i++)); do # after '--': another program
    [ "${COMP_WORDS[i]}" = -- ] && return
  done
  # --format=js comes as three words
  [ "$current" = = ] && current=
  [ "$before" = = ] && before=${COMP_WORDS[COMP_CWORD - 2]}
  if [ "$command" = help ]; then
    words=$("$_foretrace_program" --list-commands 2>/dev/null | cut -f1)
  elif _foretrace_takes "$command" "$before"; then
    words=$(_foretrace_choices "$command" "$before")
  elif [[ $current == -* ]]; then
    words=$("$_foretrace_program" "$command" --list-options 2>/dev/null | cut -f1)
  fi
  [ -z "$words" ] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -o default -F _foretrace foretrace
