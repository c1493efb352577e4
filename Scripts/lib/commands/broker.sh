# shellcheck shell=bash
# shellcheck disable=SC2154 # $work and $command are the caller's
# A booth and Debian's MQTT broker, by TLS and a password: mosquitto's own clients are told, ask, and give orders.

# hears TOPIC [OPTION…]: the next message, or the one that the broker has kept; for ten seconds.
hears() { mosquitto_sub "${account[@]}" -C 1 -W 10 -t "$1" "${@:2}"; }
# says TOPIC MESSAGE [OPTION…]: gives the broker a message, and waits until it has it.
says() { mosquitto_pub "${account[@]}" -q 1 -t "$1" -m "$2" "${@:3}"; }
# hears_state WORDS: waits until the booth's state has them.
hears_state() { grep -m1 -F -c -- "$1" < <(stdbuf -oL mosquitto_sub "${account[@]}" -W 10 -t party/door/state); }
# listens [TOPIC]: opens what is said of a topic from now on, and waits for the booth's availability, which comes first.
listens() {
  exec {heard}< <(stdbuf -oL mosquitto_sub "${account[@]}" -W 20 -t party/door/availability ${1:+-t "$1"})
  read -r -u "$heard" _
}

broker_starts() {
  mosquitto -c "$work/broker.conf" >>"$work/broker.log" 2>&1 &
  broker=$!
  # A broker that does not serve refuses at once.
  until says party/started "" 2>/dev/null; do kill -0 "$broker" 2>/dev/null || return; done
}

broker_is_set_up() {
  local port folder=$work/broker
  mkdir -p "$folder"
  port=$(python3 -c 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])')
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost -keyout "$folder/key" -out "$folder/certificate" 2>"$work/err" &&
    mosquitto_passwd -c -b "$folder/passwords" booth secret || return
  cat >"$work/broker.conf" <<CONF
user root
listener $port 127.0.0.1
certfile $folder/certificate
keyfile $folder/key
allow_anonymous false
password_file $folder/passwords
CONF
  account=(-h localhost -p "$port" --cafile "$folder/certificate" -u booth -P secret)
  cat >"$work/broker.json5" <<CONF
{
  booth: {
    mqtt: "mqtts://booth@localhost:$port", mqttTopic: "party/door", mqttCertificates: "$folder/certificate",
  },
}
CONF
  broker_starts
}

# broker_booth [PASSWORD]: starts the booth, and waits until it serves.
broker_booth() {
  rm -f "$work/broker.out"
  LIVECAM_MQTT_PASSWORD=${1:-secret} "$command" booth --camera scene --pin 2468 \
    --library "$work/broker/library" --listen 127.0.0.1:0 --no-open --title "Anna & Ben" --config "$work/broker.json5" \
    >"$work/broker.out" 2>"$work/broker.err" &
  booth=$!
  until_said 1 '^http://' "$work/broker.out" "$booth"
  address=$(cat "$work/said")
}

# broker_asks PATH [BODY]: asks the booth for its operator.
broker_asks() {
  python3 - "${address%/}" "$@" <<'PYTHON'
import sys, urllib.request as web
browser, (address, path, *body) = web.build_opener(web.HTTPCookieProcessor()), sys.argv[1:]
def ask(path, body=None):
    return browser.open(web.Request(address + path, body, {"Content-Type": "application/json"}), timeout=10).read().decode()
ask("/api/operator/login", b'{"pin": "2468"}')
print(ask(path, *(text.encode() for text in body)))
PYTHON
}
# broker_figure NAME: of the booth's metrics.
broker_figure() { broker_asks /metrics | sed -n "s/^livecam_$1 \([0-9]*\).*/\1/p"; }

booth_tells_a_broker() {
  local account broker booth address
  broker_is_set_up || { not_ok "broker: it starts" "$(tail -3 "$work/err" "$work/broker.log")"; return; }
  broker_finds_the_booth
  broker_gives_orders
  broker_is_hostile
  broker_goes_and_comes
  kill "$broker"
  wait "$broker"
}

broker_finds_the_booth() {
  broker_booth wrong
  check "broker: a wrong password: the booth runs, and says why it is not told" 1 \
    "$(grep -m1 -c 'mqtts://localhost.* refuses the connection' < <(python3 -c '
import sys, urllib.request as web
for line in web.urlopen(sys.argv[1] + "api/events", timeout=10): print(line.decode(), end="", flush=True)' "$address"))"
  kill -9 "$booth"
  wait "$booth" 2>/dev/null
  broker_booth
  check "broker: the booth is there" online "$(hears party/door/availability)"
  check "broker: it is ready" 1 "$(hears_state '"phase":"ready"')"
  mosquitto_sub "${account[@]}" -C 6 -W 10 -t 'homeassistant/+/+/+/config' -F '%t %p' >"$work/out"
  check "broker: Home Assistant finds it" "ok" "$(hears party/door/state | python3 -c '
import json, re, sys
state, found = json.load(sys.stdin), {}
for line in open(sys.argv[1]):
    topic, text = line.split(" ", 1)
    _, platform, node, key, _ = topic.split("/")
    config = found[f"{platform} {key}"] = json.loads(text)
    assert config["unique_id"] == f"livecam_party_door_{key}" and config["availability_topic"] == "party/door/availability"
    assert config["device"] | {"sw_version": "", "configuration_url": ""} == {
        "identifiers": [node], "name": "Anna & Ben", "manufacturer": "livecam", "model": "Photo booth", "sw_version": "",
        "configuration_url": ""}, config["device"]
    assert config["device"]["configuration_url"] == state["url"] + "/operator" and config["origin"]["name"] == "livecam"
    if "value_template" in config:
        assert config["state_topic"] == "party/door/state"
        member = re.search(r"value_json\.(\w+)", config["value_template"])[1]
        assert member in state, member
    if "command_topic" in config: assert config["command_topic"] == f"party/door/command/{key}"
assert set(found) == {"sensor phase", "binary_sensor live", "binary_sensor camera", "button trigger", "select mode",
                      "number countdown"}, found
assert found["select mode"]["options"] == state["modes"] and state["phase"] in found["sensor phase"]["options"]
assert (found["number countdown"]["min"], found["number countdown"]["max"]) == (0, 10)
assert found["binary_sensor camera"]["device_class"] == "connectivity"
print("ok")' "$work/out")"
}

broker_gives_orders() {
  local heard
  says party/door/command/countdown 0
  check "broker: a command sets the countdown" 1 "$(hears_state '"countdown":0')"
  says party/door/command/mode photo
  check "broker: a command sets the mode" 1 "$(hears_state '"mode":"photo"')"
  listens party/door/event/picture
  says party/door/command/trigger PRESS
  check "broker: a command takes a picture of that kind" 1 \
    "$(grep -m1 -c '"kind":"photo".*"change":"added"' <&"$heard")"
  exec {heard}<&-
  check "broker: the picture is in the state" 1 "$(hears_state '"pictures":1')"
}

broker_is_hostile() {
  local heard
  listens party/door/event/notice
  says party/door/command/mode ../../etc/passwd
  check "broker: nonsense is refused in a sentence" 1 \
    "$(grep -m1 -c 'the command mode is refused: there is no mode' <&"$heard")"
  exec {heard}<&-
  says party/door/command/countdown 99
  says party/door/command/countdown -1
  says party/door/command/trigger '{"mode": "photo", "countdown": 1e999}'
  says party/door/command/trigger '{"mode": "nonsense"}'
  says party/door/command/reboot now
  head -c 3000000 /dev/zero | mosquitto_pub "${account[@]}" -q 1 -t party/door/command/trigger -s
  says party/bar/state "$(printf '[%.0s' {1..5000})"
  broker_has_answered 10
  check "broker: and counted" 7 "$(broker_figure mqtt_commands_refused_total)"
  yes PRESS | head -n 200 | mosquitto_pub "${account[@]}" -q 1 -t party/door/command/trigger -l
  broker_has_answered 210
  check "broker: a flood takes few pictures" 1 "$(($(broker_figure mqtt_commands_total) - 3 <= 6))"
}

# broker_has_answered COUNT: waits until the booth has carried out or refused so many commands.
broker_has_answered() {
  local end=$((SECONDS + 15))
  until (($(broker_figure mqtt_commands_total) + $(broker_figure mqtt_commands_refused_total) >= $1)); do
    ((SECONDS < end)) || { not_ok "broker: $1 commands are answered" "$(broker_asks /metrics | grep mqtt)"; return; }
  done
}

broker_goes_and_comes() {
  local heard shot
  kill -9 "$broker"
  wait "$broker" 2>/dev/null
  shot=$(broker_asks /api/shoot '{"mode": "live", "countdown": 0}')
  # It finds the broker only when somebody listens there.
  kill -STOP "$booth"
  broker_starts
  says party/door/availability unknown -r
  listens party/door/event/shot
  kill -CONT "$booth"
  check "broker: started anew, it is told what has happened meanwhile" 1 \
    "$(grep -m1 -c "\"shot\":${shot//[^0-9]/},\"step\":\"done\"" <&"$heard")"
  exec {heard}<&-
  check "broker: and nothing was dropped" "0 2" \
    "$(broker_figure mqtt_dropped_total) $(broker_figure mqtt_connections_total)"
  says party/door/command/trigger PRESS -r
  listens
  kill -9 "$booth"
  wait "$booth" 2>/dev/null
  check "broker: killed, the booth is known to be away" offline "$(read -r -u "$heard" && echo "$REPLY")"
  broker_booth
  check "broker: started anew, it is there" online "$(read -r -u "$heard" && echo "$REPLY")"
  exec {heard}<&-
  broker_has_answered 1
  check "broker: a command that was kept is not carried out again" "1 0" \
    "$(broker_figure mqtt_commands_refused_total) $(broker_figure mqtt_commands_total)"
  kill -STOP "$broker"
  kill "$booth"
  timeout 10 tail --pid="$booth" -f /dev/null
  check "broker: one that hangs does not keep the booth from ending" 0 $?
  kill -CONT "$broker"
  wait "$booth"
  check "broker: which has said good-bye" "0 offline" "$? $(hears party/door/availability)"
}
