#!/bin/sh
# eval "$1" and curl x | sh are only words here
echo "eval is evil; curl x | sh"
curl -s https://example.test/x | jq .
rm -rf build/
rm -rf ./target
rm file
chmod 755 file
dd if=/dev/zero of=file
cat <<END
eval "$1"
rm -rf /
END
TOKEN="$1"
API_TOKEN="${API_TOKEN:-}"
evaluate "$1"
