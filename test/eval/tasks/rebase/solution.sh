set -e
cd repo
git stash -q
cat > ../todo.sh <<'TODO'
sed -i -e '/fix typo/s/^pick/fixup/' -e '/wip/s/^pick/reword/' "$1"
TODO
cat > ../message.sh <<'MESSAGE'
sed -i 's/^wip$/Add the greeting/' "$1"
MESSAGE
GIT_SEQUENCE_EDITOR="sh ../todo.sh" GIT_EDITOR="sh ../message.sh" git rebase -q -i --root
git stash pop -q
printf 'y\nn\n' | git add -p > /dev/null
git commit -qm Title
git log --oneline
