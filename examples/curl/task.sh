#!/usr/bin/env bash
# Nothing but curl (and sed): submits a task with files, follows its log, fetches an artifact.
set -euo pipefail
api=${HOLDFAST_API_URL:-http://127.0.0.1:8420}
token=${HOLDFAST_API_TOKEN:-$(cat "${HOLDFAST_HOME:-$HOME/.holdfast}/token")}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

call() { curl --silent --show-error --fail-with-body --header "Authorization: Bearer $token" "$@"; }

# 1. A program and its data as files of a form; the name of each is its path in the workspace.
printf 'mkdir out\nwhile read -r word; do echo "seen $word"; done < words.txt\nsort words.txt > out/sorted.txt\n' > "$work/run.sh"
printf 'pear\napple\n' > "$work/words.txt"
spec='{"steps":[{"command":["sh","run.sh"]}],"artifacts":{"include":["out/**"]}}'
task=$(call "$api/v1/tasks" --header "Idempotency-Key: curl-$RANDOM$RANDOM" \
  --form "spec=$spec;type=application/json" \
  --form "file=@$work/run.sh;filename=run.sh" --form "file=@$work/words.txt;filename=words.txt" \
  | sed -nE 's/.*"taskId" ?: ?"([^"]+)".*/\1/p' | head -n 1)

# 2. Its output as it comes, until the task has ended. (/events has more: states, sequence numbers, an explicit end.)
call --no-buffer "$api/v1/tasks/$task/logs/raw?follow=true"

# 3. A file that it left behind.
call --get "$api/v1/tasks/$task/artifacts/content" --data-urlencode 'path=out/sorted.txt'
