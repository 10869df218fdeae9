#!/usr/bin/env bash
# Runs the files that `cardshelf init --ci` writes, for both services, in a repository with a change on a branch: as a
# pull request, without changes, and as a push to the default branch; with a program that is built, and with a released one.
# Runs the job that drafts a release, too.
#
# usage: prove_ci.sh PROGRAM [ARCHIVE…]
#
#   ARCHIVE  the archive of a release, and archives of fonts and pictures; without one, it is made to start PROGRAM
set -euo pipefail
tools=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$(realpath "$1")
shift
archives=()
if [ $# -gt 0 ]; then mapfile -d '' -t archives < <(realpath --zero "$@"); fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
site=$folder/repository/site
mkdir -p "$site"
cp -R "$tools/../../../Themes" "$site/"
echo 'title: Sample' >"$site/cardshelf.yml"
mkdir -p "$site/Content/planets"
printf -- '---\ntitle: Planets\n---\n' >"$site/Content/planets/_index.md"
for name in Mercury Venus Saturn; do
  printf -- '---\ntitle: %s\n---\nA planet.\n' "$name" >"$site/Content/planets/${name,,}.md"
done
cd "$folder/repository"
export GIT_AUTHOR_NAME=Sample GIT_AUTHOR_EMAIL=sample@example.org GIT_COMMITTER_NAME=Sample GIT_COMMITTER_EMAIL=sample@example.org
git -c init.defaultBranch=main init --quiet
printf '.cardshelf\ncardshelf-report\ncardshelf-changes.xml\ncardshelf-site\npreview\npublic\nnamed\n' >.gitignore
# Files that were committed where a build writes, or where a service looks for the output, are not published.
mkdir -p site/Output
echo '<script>alert(1)</script>' >site/Output/foreign.html

expect() {
  if ! eval "$2"; then
    echo "prove_ci.sh: $1: not so: $2" >&2
    exit 1
  fi
}

"$program" init --ci github --root site
"$program" init --ci gitlab --root site
before=$(sha256sum .gitlab-ci.yml)
status=0
"$program" init --ci gitlab --root site 2>"$folder/errors" || status=$?
expect 'a file that is there stays' '[ "$status" -eq 2 ] && [ "$before" = "$(sha256sum .gitlab-ci.yml)" ]'
expect 'and it says so' 'grep -q file-exists "$folder/errors"'
python3 "$tools/lint_workflows.py" .github/workflows/cardshelf.yml .gitlab-ci.yml
git add --all
git commit --quiet --message 'A site'
base=$(git rev-parse HEAD)
git checkout --quiet -b longer-title
# A folder with the name of the commit that contains the layout of the branch: nothing would seem to have changed.
mkdir -p "site/$base" "$base"
printf -- '---\ntitle: Saturn with its rings wide open, and all of its moons in a row beside it\n---\nA planet.\n' \
  >site/Content/planets/saturn.md
"$program" build --root site --output "$folder/forged" >/dev/null
cp "$folder/forged/layout.json" "site/$base/"
cp "$folder/forged/layout.json" "$base/"
# A folder that looks like a bare repository, with a command.
mkdir -p site/objects/info site/refs
echo '../../.git/objects' >site/objects/info/alternates
touch site/refs/x
echo 'ref: refs/heads/main' >site/HEAD
printf '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = "touch %s; false"\n' "$folder/ran" >site/config
git add --all
git commit --quiet --all --message 'A longer title'

# Where the jobs have cardshelf from.
source=(--program "$program")

try_job() {
  local kept=$folder/$1
  shift
  python3 "$tools/run_workflow.py" "$@" --in . "${source[@]}" --artifacts "$kept" >"$kept.log" 2>&1
}

job() {
  try_job "$@" || {
    cat "$folder/$1.log" >&2
    exit 1
  }
}

workflow=.github/workflows/cardshelf.yml
job changed $workflow --job preview --event pull_request --base "$base"
expect 'the preview is kept' '[ -f "$folder/changed/preview/index.html" ]'
expect 'the report is kept' '[ -f "$folder/changed/report/index.html" ]'
expect 'the summary names the card' 'sed -n "/^== summary/,\$p" "$folder/changed.log" | grep -q saturn'
expect 'the change is annotated' 'grep -q "^::.* file=.*saturn.md" "$folder/changed.log"'
expect 'the preview has what helps to judge it' '[ -f "$folder/changed/preview/compare/index.html" ] && [ -f "$folder/changed/preview/layout.json" ]'
expect 'what is committed in Output is no part of it' '[ ! -e "$folder/changed/preview/foreign.html" ]'
expect 'no command of the branch is run' '[ ! -e "$folder/ran" ]'
expect 'a branch is not published' '[ ! -e "$folder/changed/github-pages" ]'

git clean -fdqx
job same $workflow --job preview --event pull_request --base HEAD
expect 'no report without a change' '[ ! -e "$folder/same/report" ]'

git checkout --quiet main
git merge --quiet longer-title
git clean -fdqx
job pushed $workflow --job preview --event push --base "$base"
expect 'the default branch is published' '[ -f "$folder/pushed/github-pages/index.html" ]'
expect 'and nothing else' '[ ! -e "$folder/pushed/github-pages/layout.json" ] && [ ! -e "$folder/pushed/github-pages/foreign.html" ]'
job published $workflow --job pages --event push --base "$base"
git clean -fdqx
job first $workflow --job preview --event push
expect 'a first push is compared with nothing' 'grep -q "nothing to compare with" "$folder/first.log"'

git clean -fdqx
job gitlab .gitlab-ci.yml --job preview --event pull_request --base "$base"
expect 'GitLab keeps the preview' '[ -f "$folder/gitlab/preview/index.html" ]'
expect 'with the compare pages' '[ -f "$folder/gitlab/preview/compare/index.html" ]'
expect 'GitLab keeps the report' '[ -f "$folder/gitlab/cardshelf-report/index.html" ]'
expect 'GitLab has the changes as tests' 'grep -q "<testsuite" "$folder/gitlab/cardshelf-changes.xml"'
job gitlab-pages .gitlab-ci.yml --job pages
expect 'GitLab publishes' '[ -f "$folder/gitlab-pages/public/index.html" ]'
expect 'and nothing else, too' '[ ! -e "$folder/gitlab-pages/public/layout.json" ] && [ ! -e "$folder/gitlab-pages/public/foreign.html" ] && [ ! -e "$folder/ran" ]'

# A released program takes the place of Swift, of its cache and of packages.
if [ ${#archives[@]} -eq 0 ]; then
  mkdir -p "$folder/cardshelf-0/bin"
  printf '#!/bin/sh\nexec %q "$@"\n' "$program" >"$folder/cardshelf-0/bin/cardshelf"
  chmod +x "$folder/cardshelf-0/bin/cardshelf"
  archives=("$folder/cardshelf-0.tar.gz")
  tar -czf "${archives[0]}" -C "$folder" cardshelf-0
fi
mkdir "$folder/forbidden"
for name in swift apt-get; do
  printf '#!/bin/sh\ntouch %q\nexit 1\n' "$folder/ran" >"$folder/forbidden/$name"
  chmod +x "$folder/forbidden/$name"
done
source=()
PATH=$folder/forbidden:$PATH

# Writes archives and sums into both files.
use_release() {
  sed -i "s|^  CARDSHELF_RELEASE: .*|  CARDSHELF_RELEASE: \"${1//$'\n'/\\\\n}\"|; s|^  CARDSHELF_SHA256: .*|  CARDSHELF_SHA256: \"${2//$'\n'/\\\\n}\"|" \
    "$workflow" .gitlab-ci.yml
}

names=$(printf '%s\n' "${archives[@]}")
sums=$(sha256sum "${archives[@]}" | cut -d ' ' -f 1)
use_release "$names" "$sums"
git clean -fdqx
started=$SECONDS
job released $workflow --job preview --event pull_request --base "$base"
echo "The job with a release took $((SECONDS - started)) s."
git clean -fdqx
job gitlab-released .gitlab-ci.yml --job preview --event pull_request --base "$base"
expect 'a release builds the same preview' 'diff -r "$folder/changed/preview" "$folder/released/preview" && diff -r "$folder/gitlab/preview" "$folder/gitlab-released/preview"'
expect 'and says the same of changes' 'cmp "$folder/gitlab/cardshelf-changes.xml" "$folder/gitlab-released/cardshelf-changes.xml"'
expect 'without Swift and without installing anything' '[ ! -e "$folder/ran" ]'

refused() {
  use_release "$1" "$2"
  local reason=$3 service status
  for service in "$workflow" .gitlab-ci.yml; do
    status=0
    git clean -fdqx
    try_job refused "$service" --job preview --event pull_request --base "$base" || status=$?
    expect "$service with '$1' and '$2' fails: $reason" '[ "$status" -ne 0 ] && grep -qF "$reason" "$folder/refused.log"'
    expect 'before anything is built' '[ ! -e "$folder/refused/preview" ] && [ ! -e "$folder/ran" ]'
  done
}

refused "$names" "$(tr 0-9a-f 1-9a-f0 <<<"$sums")" 'is not the expected file'
refused "$names" '' 'sums: 0'
refused '' "$sums" 'no archive'
refused '$(touch ../ran).tar.gz' "$sums" 'fetch-release: '

# The job that may write a release gets files of two machines, and asks GitHub for a draft.
release() {
  rm -rf "$folder/kept" "$folder/workspace"
  mkdir "$folder/workspace"
  git -C "$folder/workspace" -c init.defaultBranch=main init --quiet
  git -C "$folder/workspace" commit --quiet --allow-empty --message 'A version'
  git -C "$folder/workspace" checkout --quiet -b v1.2.3
  local machine
  for machine in x86_64 aarch64; do
    mkdir -p "$folder/kept/release-$machine"
    (cd "$folder/kept/release-$machine" && echo "$machine" >"cardshelf-1.2.3-linux-$machine.tar.xz" && sha256sum ./*.xz | sed 's/\.\///' >SHA256SUMS)
  done
  eval "${1:-}"
  python3 "$tools/run_workflow.py" "$tools/../../../.github/workflows/release.yml" --job publish --in "$folder/workspace" \
    --artifacts "$folder/kept" >"$folder/release.log" 2>&1
}
printf '#!/bin/sh\nprintf "%%s\\n" "$@" >%q\n' "$folder/asked" >"$folder/forbidden/gh"
chmod +x "$folder/forbidden/gh"
release || { cat "$folder/release.log"; exit 1; }
expect 'the draft has the files of both machines' \
  '[ "$(grep -c "^files/release-.*/cardshelf-1.2.3-linux-.*xz$" "$folder/asked")" -eq 2 ] && grep -qx -- --draft "$folder/asked" && grep -qx v1.2.3 "$folder/asked"'
expect 'and their sums' '(cd "$folder/workspace" && mv files/*/*.xz . && sha256sum --check --quiet SHA256SUMS && [ "$(wc -l <SHA256SUMS)" -eq 2 ])'
rm "$folder/asked"
for spoil in 'echo x >>"$folder/kept/release-x86_64/cardshelf-1.2.3-linux-x86_64.tar.xz"' 'rm "$folder/kept/release-aarch64/"*.xz' 'rm "$folder/kept/release-x86_64/SHA256SUMS"'; do
  status=0
  release "$spoil" || status=$?
  expect "no draft after $spoil" '[ "$status" -ne 0 ] && [ ! -e "$folder/asked" ]'
done

# An unexpected file, a missing file or a symbolic link prevents a folder from being published, in both checks.
pages=$(python3 -c 'import sys, yaml; print("set -eo pipefail"); print("\n".join(yaml.safe_load(open(sys.argv[1]))["pages"]["script"]))' .gitlab-ci.yml)
for spoil in ':' 'echo x >strange.html' 'rm layout.json' 'ln -s layout.json link.json' 'mkdir x && echo x >x/.cardshelf' 'mkdir .cardshelf-x && echo x >.cardshelf-x/y' 'rm .cardshelf-manifest'; do
  rm -rf "$folder/spoiled"
  mkdir "$folder/spoiled"
  cp -R "$folder/forged" "$folder/spoiled/cardshelf-site"
  (cd "$folder/spoiled/cardshelf-site" && eval "$spoil")
  own=0
  "$tools/../../../.ci/check-output" "$folder/spoiled/cardshelf-site" 2>/dev/null || own=$?
  other=0
  (cd "$folder/spoiled" && bash -c "$pages" >/dev/null 2>&1) || other=$?
  if [ "$spoil" = ':' ]; then
    expect 'what is whole is published' '[ "$own" -eq 0 ] && [ "$other" -eq 0 ]'
  else
    expect "not published: $spoil" '[ "$own" -ne 0 ] && [ "$other" -ne 0 ]'
  fi
done

echo "Both services: preview, report, summary, publication and releases as they should be."
