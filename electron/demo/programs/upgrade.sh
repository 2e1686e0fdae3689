# Asks a question as a package manager does. Changes nothing.
echo 'Reading package lists... Done'
echo 'Building dependency tree... Done'
echo 'The following packages will be upgraded:'
echo '  libssl3 openssl'
echo '2 upgraded, 0 newly installed, 0 to remove.'
printf 'Do you want to continue? [Y/n] '
read -r answer
case $answer in [nN]*) echo Abort.; exit 1 ;; esac
for package in libssl3 openssl; do
  echo "Setting up $package (3.0.17) ..."
  sleep 1
done
echo 'Done. This was a demo: nothing has changed.'
