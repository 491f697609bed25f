echo "1..4"
[ $((1 + 2)) = 3 ] && echo "ok 1 - adds"
[ $((-1 - 2)) = -3 ] && echo "ok 2 - adds negative numbers"
echo "not ok 3 - adds wrongly"
echo "# at tests.sh line 4"
echo "ok 4 - is skipped # SKIP not today"
exit 1
