# shellcheck shell=bash
# What Scripts/test fast tries: the targets in which something has changed, and for each the tests that are nearest.
# Run in the project's folder. `read_targets` comes first.

declare -A folders dependencies

# Every target's folder, and what it depends on, as the package manager understands the manifest.
read_targets() {
  local description name folder names
  # The manifest leaves tests out if it is told to.
  description=$(env -u LIVECAM_TESTS swift package describe --type text) || return
  while IFS=$'\t' read -r name folder names; do
    folders[$name]=$folder
    dependencies[$name]=" $names "
  done < <(awk '
    function tell() { if (folder != "") print name "\t" folder "\t" names; folder = names = "" }
    /^    Name: / { tell(); name = $2 }
    /^    [A-Z]/ { listed = ($0 == "    Target dependencies:") }
    /^    Path: / { folder = $2 }
    /^        / && listed { names = names " " $1 }
    END { tell() }' <<<"$description")
  ((${#folders[@]}))
}

# Files that differ from the last commit; in a clean tree, those of the last commit.
changed_files() {
  local files
  # A file that has moved has changed where it was, too.
  files=$(git diff --no-renames --name-only HEAD && git ls-files --others --exclude-standard) || return
  [[ -n $files ]] || files=$(git diff --no-renames --name-only HEAD~1) || return
  echo "$files"
}

# target_of FILE: the target in whose folder it lies, or nothing.
target_of() {
  local name
  for name in "${!folders[@]}"; do
    [[ $1 != "${folders[$name]}"/* ]] || echo "$name"
  done
}

# dependents TARGET: the targets that depend on it themselves.
dependents() {
  local name
  for name in "${!dependencies[@]}"; do
    [[ ${dependencies[$name]} != *" $1 "* ]] || echo "$name"
  done
}

# nearest_tests TARGET: the tests named after it; else those that depend on it and import it in most files; else those
# nearest to the targets that depend on it. Nothing for what no unit test depends on.
nearest_tests() {
  local name
  if [[ -n ${folders[$1Tests]-} ]]; then
    echo "$1Tests"
    return
  fi
  local -a tests above
  mapfile -t tests < <(dependents "$1" | grep 'Tests$')
  if ((${#tests[@]})); then
    for name in "${tests[@]}"; do
      echo "$(grep -rlE "^[^/]*\bimport ${1//-/_}$" "${folders[$name]}" --include='*.swift' | wc -l) $name"
    done | sort -k 1,1nr -k 2 | sed -n '1s/.* //p'
    return
  fi
  mapfile -t above < <(dependents "$1")
  for name in "${above[@]}"; do nearest_tests "$name"; done
}

# tests_of FILE TARGET: the tests for a change of a file of a target.
tests_of() {
  local name file=${1##*/} named
  # An article is tried by the tests of links and names.
  if [[ $1 == *.md ]]; then
    echo ArchitectureTests
  elif [[ $2 == *Tests ]]; then
    echo "$2"
  else
    named=$(find Tests -path "Tests/*Tests/${file%%[.+]*}Tests.swift" -print -quit)
    name=$(target_of "$named")
    # A file's own tests, where its target has none.
    if [[ -z ${folders[$2Tests]-} && -n $name ]]; then echo "$name"; else nearest_tests "$2"; fi
  fi
}

# What has changed, into `changed` (targets) and `nearest` (tests). What lies in no target, such as the manifest, is the
# business of the ArchitectureTests.
find_changes() {
  local file files target
  files=$(changed_files) || return
  changed=() nearest=()
  while IFS= read -r file; do
    target=$(target_of "$file")
    if [[ -z $target ]]; then
      nearest+=(ArchitectureTests)
      continue
    fi
    [[ $file == *.md ]] || changed+=("$target")
    mapfile -t -O "${#nearest[@]}" nearest < <(tests_of "$file" "$target")
  done <<<"$files"
  mapfile -t changed < <(printf '%s\n' "${changed[@]}" | sed '/^$/d' | sort -u)
  mapfile -t nearest < <(printf '%s\n' "${nearest[@]}" | sed '/^$/d' | sort -u)
  ((${#changed[@]} + ${#nearest[@]})) || nearest=(ArchitectureTests)
}
