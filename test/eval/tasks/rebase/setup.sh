set -e
git init -q -b main repo
cd repo
git config user.name Evaluated
git config user.email evaluated@example.com
git config core.editor vim
seq 1 30 | sed 's/^/line /' > poem.txt
git add . && git commit -qm "Add the poem"
echo helo > greeting.txt
git add . && git commit -qm "wip"
echo hello > greeting.txt
git commit -qam "fix typo"
sed -i -e '1s/.*/A title/' -e '30s/.*/the last line, not to be committed/' poem.txt
