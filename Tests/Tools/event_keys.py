"""Names what events of an earlier version had and those of this one lack: event_keys.py EARLIER PRESENT."""
import json
import sys


def keys_by_event(path):
    """The keys that every object of each event has."""
    keys = {}
    with open(path, encoding='utf-8') as lines:
        for line in lines:
            event = json.loads(line)
            found = set(event)
            keys[event['event']] = keys.get(event['event'], found) & found
    return keys


earlier, present = (keys_by_event(path) for path in sys.argv[1:3])
for event, keys in earlier.items():
    # Both shoot once, but into other places: a library tells no more than a folder.
    if event not in present:
        print(f'no {event}')
    elif missing := keys - present[event]:
        print(f'{event} without {", ".join(sorted(missing))}')
