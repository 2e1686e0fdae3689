# Prints a test run that fails.
pass() { sleep 0.4; printf ' \033[32mPASS\033[0m %s\n' "$1"; }
pass customers.test
pass prices.test
pass invoices.test
sleep 0.4
printf ' \033[31mFAIL\033[0m orders.test\n'
printf '   expected 3 orders, printed 2\n\n'
printf '1 failed, 3 passed\n' >&2
exit 1
