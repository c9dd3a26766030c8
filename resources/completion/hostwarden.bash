# Completion of hostwarden for bash 4 or later.

_hostwarden() {
  local line=${COMP_LINE:0:COMP_POINT} words program current prefix value _description
  # Split at spaces only: COMP_WORDS is split at colons too, which IPv6 addresses contain.
  read -a words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  current=${words[-1]}
  # Readline replaces the part after the last colon or equals sign.
  prefix=${current%"${current##*[:=]}"}
  program=${BASH_ALIASES[${words[0]}]:-$(printf '%q' "${words[0]}")}
  COMPREPLY=()
  while IFS=$'\t' read -r value _description; do
    if [[ $value == ':files' ]]; then
      compopt -o filenames
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
      return
    fi
    printf -v value '%q' "${value#"$prefix"}"
    COMPREPLY+=("$value")
  done < <(eval "$program __complete -- \"\${words[@]:1}\"" 2>/dev/null)
}

complete -F _hostwarden hostwarden
