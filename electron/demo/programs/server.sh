# Prints a server's log without end.
echo 'Listening on port 8080'
number=1000
while :; do
  for path in /orders /orders/1003 /customers /orders/1001; do
    number=$((number + 1))
    case $path in
      */1001) status='\033[31m500\033[0m' ;;
      *) status='\033[32m200\033[0m' ;;
    esac
    printf "%s  GET %-14s $status  request %d\n" "$(date +%H:%M:%S)" "$path" "$number"
    sleep 2
  done
done
