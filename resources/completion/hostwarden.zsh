#compdef hostwarden
# Completion of hostwarden for zsh. Put it into a folder of $fpath as _hostwarden, or source it after compinit.

_hostwarden() {
  local line value description program=${(Q)words[1]}
  local -a lines candidates
  program=${aliases[$program]:-${(q)program}} # an alias needs `setopt complete_aliases`
  lines=(${(f)"$(eval "$program __complete -- \"\${(@Q)words[2,CURRENT-1]}\" \"\${(Q)PREFIX}\"" 2>/dev/null)"})
  for line in $lines; do
    if [[ $line == ':files' ]]; then
      _files
      return
    fi
    value=${line%%$'\t'*}
    description=${line#*$'\t'}
    candidates+=("${value//:/\\:}${description:+:$description}")
  done
  _describe -t hostwarden 'hostwarden' candidates
}

if [[ ${funcstack[1]} == _hostwarden ]]; then
  _hostwarden "$@"
else
  compdef _hostwarden hostwarden
fi
