# Completion of ansatz for bash. Words come from the program's own help, so that they are those of its version.
_ansatz() {
  local command=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=
  local program=${COMP_WORDS[0]/#\~/$HOME}
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    words=$("$program" --help 2>/dev/null | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p')
  elif [ "$command" = show ] && [ "$COMP_CWORD" = 2 ]; then
    words='cfg ssa template formula'
  elif [ "$command" = modules ] && [[ $current != -* ]]; then
    words=$("$program" modules 2>/dev/null | sed -n 's/^  \([a-z][a-z_0-9]*\) .*/\1/p')
  else
    case $previous in
    --mode) words='kiki bmc kinduction ai termination nontermination' ;;
    --data-model) words='ILP32 LP64' ;;
    --signed-overflow) words='strict wrap assume' ;;
    --undefined) words='settled strict' ;;
    --evaluation-order) words='clang any' ;;
    --sandbox) words='auto strict off filter' ;;
    --limit | --switch) words=$("$program" limits 2>/dev/null | sed -n 's/^  \([a-z][a-z_0-9]*\) .*/\1=/p') ;;
    --domain | --strategy | --solver) words=$("$program" modules 2>/dev/null | sed -n 's/^  \([a-z][a-z_0-9]*\) .*/\1/p') ;;
    *) [[ $current == -* ]] && words=$("$program" "$command" --help 2>/dev/null | sed -n 's/^ *\(--[a-z][a-z-]*\).*/\1/p') ;;
    esac
  fi
  if [ -n "$words" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    [[ ${COMPREPLY[0]:-} == *= ]] && compopt -o nospace 2>/dev/null
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    compopt -o filenames 2>/dev/null
  fi
  return 0
}
complete -F _ansatz ansatz
