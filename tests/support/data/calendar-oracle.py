"""Occurrences of calendar files, by libraries of Python: the independent reader of the tests."""
import datetime, json, sys, zoneinfo
import icalendar, recurring_ical_events

asked = json.load(sys.stdin)
page = zoneinfo.ZoneInfo(asked["zone"])
utc = datetime.timezone.utc


def wire(value):
    if not isinstance(value, datetime.datetime):
        value = datetime.datetime(value.year, value.month, value.day)
    if value.tzinfo is None:
        value = value.replace(tzinfo=page)
    return value.astimezone(utc).strftime("%Y-%m-%dT%H:%M:%S")


def occurrences(text):
    calendar = icalendar.Calendar.from_ical(text)
    start, end = (datetime.datetime.fromisoformat(asked[side] + "+00:00") for side in ("from", "to"))
    day = datetime.timedelta(days=2)
    for event in recurring_ical_events.of(calendar).between(start - day, end + day):
        statuses = [str(event.get(name, "")) for name in ("STATUS", "X-MAINTNOTE-STATUS")]
        starts, ends = wire(event.start), wire(event.end)
        if "CANCELLED" not in statuses and starts < asked["to"] and ends > asked["from"]:
            yield f"{starts} {ends} {event['SUMMARY']}"


json.dump([sorted(occurrences(text)) for text in asked["texts"]], sys.stdout)
