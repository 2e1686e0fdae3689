set -e
cd repo
test "$(git log --format=%s)" = "Title
Add the greeting
Add the poem"
test "$(git show HEAD~1:greeting.txt)" = hello
test "$(git show HEAD:poem.txt | head -1)" = "A title"
test "$(git show HEAD:poem.txt | tail -1)" = "line 30"
grep -q "not to be committed" poem.txt
test ! -d .git/rebase-merge
