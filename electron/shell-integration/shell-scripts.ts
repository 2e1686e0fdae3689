/**
 * What the shells read when a session starts one of them. Each script reads the
 * user's own files first, as the shell would have, and then adds marks around
 * prompts and commands:
 * - `OSC 133 ; A ; cotty=NONCE ; s=STATUS`: a prompt begins; STATUS is `$?`
 * - `OSC 133 ; B ; cotty=NONCE`: the prompt ends, and input begins
 * - `OSC 133 ; C ; cotty=NONCE`: a command runs
 * - `OSC 133 ; D ; STATUS ; cotty=NONCE`: it has ended
 * - `OSC 7 ; file://HOST/FOLDER`: the working directory, percent-encoded
 *
 * OSC 133 is FinalTerm's form, with options as its authors allow them. The nonce tells our marks from those that a program prints. It comes in a variable that
 * the script removes at once, so that no program inherits it.
 */

/** The name of the variable with the nonce. */
export const NONCE_VARIABLE = "COTTY_SHELL_NONCE";
/** Set for a login shell of bash, whose files differ. */
export const LOGIN_VARIABLE = "COTTY_SHELL_LOGIN";
/** The user's own ZDOTDIR. Absent when there is none. */
export const ZDOTDIR_VARIABLE = "COTTY_USER_ZDOTDIR";

/** A script as it is: only `$\{` stands for `$` and a brace, which would be TypeScript's. */
function script(text: TemplateStringsArray): string {
  return String.raw(text).replaceAll(String.raw`$\{`, "${");
}

/** Read in place of `~/.bashrc`. `PS0` is printed when a command has been read, and not for an empty line. */
export const BASH_SCRIPT = script`# Written by Cotty. Changes are lost.
if [ -n "$COTTY_SHELL_LOGIN" ]; then
  unset COTTY_SHELL_LOGIN
  if [ -r /etc/profile ]; then . /etc/profile; fi
  if [ -r ~/.bash_profile ]; then . ~/.bash_profile
  elif [ -r ~/.bash_login ]; then . ~/.bash_login
  elif [ -r ~/.profile ]; then . ~/.profile
  fi
else
  if [ -r /etc/bash.bashrc ]; then . /etc/bash.bashrc; fi
  if [ -r ~/.bashrc ]; then . ~/.bashrc; fi
fi

if [ -n "$COTTY_SHELL_NONCE" ]; then
  __cotty_nonce=$COTTY_SHELL_NONCE
  __cotty_running=
  # PS0 takes no part of it. It only has to be there, for bash to look where the part begins.
  __cotty_any=x

  __cotty_folder() {
    local LC_ALL=C path=$PWD text= character
    local -i at
    for ((at = 0; at < $\{#path}; at++)); do
      character=$\{path:at:1}
      case $character in
        [a-zA-Z0-9/._~-]) text+=$character ;;
        *) printf -v character '%%%02X' "'$character"; text+=%$\{character: -2} ;;
      esac
    done
    printf '\e]7;file://%s%s\a' "$HOSTNAME" "$text"
  }

  # The first of all prompt commands, so that the status is that of the user's command.
  __cotty_begin() {
    local -i status=$?
    if [ -n "$__cotty_running" ]; then printf '\e]133;D;%s;cotty=%s\a' "$status" "$__cotty_nonce"; fi
    __cotty_running=
    return $status
  }

  # The last of them: others may set the prompt.
  __cotty_end() {
    local -i status=$?
    # PROMPT_COMMAND=... has put another command in the place of the first one.
    if [ "$\{PROMPT_COMMAND[0]}" != __cotty_begin ]; then
      # A command that puts itself there at each prompt is there already.
      if [ "$\{PROMPT_COMMAND[0]}" = "$\{PROMPT_COMMAND[1]}" ]; then PROMPT_COMMAND[0]=__cotty_begin
      else PROMPT_COMMAND=(__cotty_begin "$\{PROMPT_COMMAND[@]}")
      fi
      __cotty_running=
    fi
    __cotty_folder
    case $PS1 in
      *"cotty=$__cotty_nonce"*) ;;
      *) PS1='\[\e]133;A;cotty='"$__cotty_nonce"';s=$?\a\]'"$PS1"'\[\e]133;B;cotty='"$__cotty_nonce"'\a\]' ;;
    esac
    case $\{PS0-} in
      *"cotty=$__cotty_nonce"*) ;;
      *) PS0=$\{PS0-}'$\{__cotty_any:$((__cotty_running=1)):0}\e]133;C;cotty='"$__cotty_nonce"'\a' ;;
    esac
    return $status
  }

  PROMPT_COMMAND=(__cotty_begin "$\{PROMPT_COMMAND[@]}" __cotty_end)
fi
unset COTTY_SHELL_NONCE
`;

/** Read as `.zshenv`, before all other files of the user. It gives ZDOTDIR back, so that zsh reads those where they are. */
export const ZSH_SCRIPT = script`# Written by Cotty. Changes are lost.
if [[ -n "$\{COTTY_USER_ZDOTDIR+x}" ]]; then
  export ZDOTDIR=$COTTY_USER_ZDOTDIR
  unset COTTY_USER_ZDOTDIR
else
  unset ZDOTDIR
fi
if [[ -r $\{ZDOTDIR:-$HOME}/.zshenv ]]; then
  builtin source "$\{ZDOTDIR:-$HOME}/.zshenv"
fi

if [[ -o interactive && -n "$COTTY_SHELL_NONCE" ]]; then
  typeset -g __cotty_nonce=$COTTY_SHELL_NONCE __cotty_running=

  __cotty_precmd() {
    local -i last=$?
    emulate -L zsh
    if [[ -n $__cotty_running ]]; then print -n "\e]133;D;$last;cotty=$__cotty_nonce\a"; fi
    __cotty_running=
    local LC_ALL=C text= character
    for character in $\{(s::)PWD}; do
      if [[ $character == [a-zA-Z0-9/._~-] ]]; then text+=$character
      else text+=%$\{(l:2::0:)$(([##16]#character))}
      fi
    done
    print -nr -- $'\e]7;file://'"$HOST$text"$'\a'
    # Others may set the prompt, so this is the last of all hooks.
    if [[ $precmd_functions[-1] != __cotty_precmd ]]; then precmd_functions=($\{precmd_functions:#__cotty_precmd} __cotty_precmd); fi
    if [[ $PS1 != *"cotty=$__cotty_nonce"* ]]; then
      PS1="%{"$'\e]133;A;cotty='"$__cotty_nonce;s=%?"$'\a'"%}$PS1%{"$'\e]133;B;cotty='"$__cotty_nonce"$'\a'"%}"
    fi
  }

  __cotty_preexec() {
    __cotty_running=1
    print -n "\e]133;C;cotty=$__cotty_nonce\a"
  }

  precmd_functions+=(__cotty_precmd)
  preexec_functions+=(__cotty_preexec)
fi
unset COTTY_SHELL_NONCE
`;

/** Run after the user's configuration. */
export const FISH_SCRIPT = script`# Written by Cotty. Changes are lost.
if set -q COTTY_SHELL_NONCE; and status is-interactive
  set -g __cotty_nonce $COTTY_SHELL_NONCE
  set -e COTTY_SHELL_NONCE

  # Before each prompt: the user may have given another one meanwhile.
  function __cotty_wrap_prompt --on-event fish_prompt
    if functions fish_prompt | string match -q '*__cotty_user_prompt*'; return; end
    functions -q __cotty_user_prompt; and functions -e __cotty_user_prompt
    functions -c fish_prompt __cotty_user_prompt

    function fish_prompt
      set -l last $status
      printf '\e]7;file://%s%s\a' $hostname (string escape --style=url -- $PWD)
      printf '\e]133;A;cotty=%s;s=%s\a' $__cotty_nonce $last
      # The user's prompt may show the status.
      function __cotty_status -a code; return $code; end
      __cotty_status $last
      __cotty_user_prompt
      printf '\e]133;B;cotty=%s\a' $__cotty_nonce
    end
  end

  function __cotty_preexec --on-event fish_preexec
    printf '\e]133;C;cotty=%s\a' $__cotty_nonce
  end

  function __cotty_postexec --on-event fish_postexec
    printf '\e]133;D;%s;cotty=%s\a' $status $__cotty_nonce
  end
end
`;
