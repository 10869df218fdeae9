"""Reads layout.json, and the files that it names for pages, as it is at each step.

    layout_file.py OLD NEW …    two output folders state the same layout

`Layout(FOLDER).pages` are the pages with the layouts of each shelf at every step, as objects with `minWidth`, `width`,
`height`, `cards` and the rest; each card has `x`, `y`, `width`, `height` and `slots`.
"""
import functools, json, pathlib, sys


class Layout:
    def __init__(self, output):
        output = pathlib.Path(output)
        self.file = json.loads((output / "layout.json").read_text(encoding="utf-8"))
        self.widths = [step["minWidth"] for each in self.file["widthClasses"] for step in each["steps"]]
        self.stated = [
            json.loads((output / page["file"]).read_text(encoding="utf-8")) if "file" in page else page
            for page in self.file["pages"]]

    @functools.cached_property
    def pages(self):
        return [{**page, "shelves": [self.expanded(shelf) for shelf in page["shelves"]]} for page in self.stated]

    def expanded(self, shelf):
        found = {key: shelf[key] for key in ("id", "source", "direction") if key in shelf}
        layouts = [
            [{**self.at(shelf, step, choice), "minWidth": width} for step, width in enumerate(self.widths)]
            for choice in range(self.choices(shelf))]
        if "choices" in shelf:
            found["choices"] = [{"columns": each["columns"], "layouts": own} for each, own in zip(shelf["choices"], layouts)]
        else:
            found["layouts"] = layouts[0]
        return found | {"arrangement": shelf["arrangement"][0]}

    def choices(self, shelf):
        """How many choices of columns a reader has."""
        return len(shelf.get("choices", [None]))

    def at(self, shelf, step, choice=0):
        """A shelf at a step, by its number."""
        chosen = shelf["choices"][choice] if "choices" in shelf else shelf
        found = {"width": along(chosen["width"], step), "height": along(chosen["height"], step)}
        if "header" in chosen:
            found["header"] = {key: along(value, step) for key, value in chosen["header"].items()}
            found["header"]["width"] = found["width"]
        if "tracks" in chosen:
            found["columns"] = columns(along(chosen["tracks"], step))
        if "sections" in chosen:
            found["sections"] = [section(each, step) for each in chosen["sections"]]
        tallest = along(chosen.get("tallest", [None]), step)
        if tallest is not None:
            found["tallest"] = shelf["cards"][tallest]["id"]
        found["cards"] = [card({**one, **other}, step) for one, other in zip(shelf["cards"], chosen["cards"], strict=True)]
        return found


def along(values, step):
    """The value of a list along the steps."""
    return values[0] if len(values) == 1 else values[step]


def columns(tracks):
    return [{"x": x, "width": width} for x, width in tracks]


def section(stated, step):
    found = {key: stated[key] for key in ("id", "cards") if key in stated}
    found |= {"y": along(stated["y"], step), "height": along(stated["height"], step),
              "columns": columns(along(stated.get("tracks", [[]]), step))}
    if "header" in stated:
        found["header"] = {key: along(value, step) for key, value in stated["header"].items()}
    return found


def card(stated, step):
    geometries = stated["geometries"]
    geometry = geometries[along(stated["geometry"], step)]
    found = {key: stated[key] for key in ("id", "source", "direction") if key in stated}
    found |= {key: along(stated[key], step) for key in ("x", "y", "height")}
    found |= {"width": geometry["width"], "slots": {}}
    if "variant" in geometry:
        found["variant"] = geometry["variant"]
    for name, (x, y, width, height, lines, truncated) in geometry["slots"].items():
        slot = {"x": x, "y": y, "width": width, "height": height}
        if name == "tags":
            tags = geometry["tags"]
            slot |= geometries[tags]["tags"] if isinstance(tags, int) else tags
            assert slot["rows"] == lines and (slot["hidden"] > 0) == bool(truncated), stated["id"]
        elif name != "image":
            starts = geometry.get("starts", {}).get(name, [0] if lines == 1 else [])
            slot |= {"lines": lines, "truncated": bool(truncated),
                     "starts": geometries[starts]["starts"][name] if isinstance(starts, int) else starts}
        found["slots"][name] = slot
    return found


def differences(old, new):
    """What two layouts state differently, and how many frames they have."""
    frames = 0
    if old.file["inputs"] != new.file["inputs"] or old.file["widthClasses"] != new.file["widthClasses"]:
        yield "the inputs or width classes differ"
    if [page["path"] for page in old.stated] != [page["path"] for page in new.stated]:
        yield "the pages differ"
    for one, other in zip(old.stated, new.stated):
        for key in ("source", "direction", "textSize"):
            if one.get(key) != other.get(key):
                yield f"{one['path']}: {key}"
        if [shelf["id"] for shelf in one["shelves"]] != [shelf["id"] for shelf in other["shelves"]]:
            yield f"{one['path']}: the shelves differ"
        for before, after in zip(one["shelves"], other["shelves"]):
            for key in ("source", "direction"):
                if before.get(key) != after.get(key):
                    yield f"{before['id']}: {key}"
            if before["arrangement"] != after["arrangement"] or old.choices(before) != new.choices(after):
                yield f"{before['id']}: the arrangements differ"
                continue
            for choice in range(old.choices(before)):
                if "choices" in before and before["choices"][choice]["columns"] != after["choices"][choice]["columns"]:
                    yield f"{before['id']}: the choices differ"
                for step, width in enumerate(old.widths):
                    was, now = (each.at(shelf, step, choice) for each, shelf in ((old, before), (new, after)))
                    frames += len(now["cards"])
                    if {**was, "minWidth": 0} != {**now, "minWidth": 0}:
                        faults = [a["id"] for a, b in zip(was["cards"], now["cards"]) if a != b]
                        keys = [key for key in was.keys() | now.keys() if key != "minWidth" and was.get(key) != now.get(key)]
                        yield f"{before['id']} at {width} px: {keys} {faults[:3]}"
    yield frames


if __name__ == "__main__":
    folders = sys.argv[1:]
    failed = not folders or len(folders) % 2
    for old, new in zip(folders[::2], folders[1::2]):
        *faults, frames = differences(Layout(old), Layout(new))
        for fault in faults[:20]:
            print(f"{new}: {fault}")
        print(f"{new}: {len(faults)} differences in {frames} frames of cards")
        failed = failed or faults or not frames
    sys.exit(1 if failed else 0)
