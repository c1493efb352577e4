# shellcheck shell=bash
# Python packages from PyPI, each set in an environment of its own below .build.

# python_environment PROJECT NAME: prints the folder of an environment with what Configs/NAME-requirements.txt names.
# With nothing changed it uses no network.
python_environment() {
  local environment=$1/.build/$2 requirements=$1/Configs/$2-requirements.txt
  if ! cmp -s "$requirements" "$environment/requirements.txt"; then
    python3 -m venv --clear "$environment" && "$environment/bin/pip" install -q -r "$requirements" >&2 &&
      cp "$requirements" "$environment/requirements.txt" || return
  fi
  echo "$environment"
}
