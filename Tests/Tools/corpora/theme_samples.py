"""Small sites that show the special features of each theme: films for `cinema`, books for `library`, programs for
`storefront`."""
import json, pathlib

FILMS = [
    ("The Lamplighter", "1931 · 74 min", "He kept the harbour bright for forty years. Then the ships stopped coming.", "#2b1a4a", "#f2a65a"),
    ("Salt Roads", "1958 · 112 min", "Two sisters, one lorry, and six hundred miles of desert.", "#7a2e1d", "#f6d186"),
    ("Quiet Hours at the Observatory", "1972 · 96 min", "A night assistant hears what nobody else has heard.", "#0d2b45", "#8fd3e8"),
    ("Paper Boats", "1984 · 88 min", "The river takes them all, and brings one back.", "#134e3a", "#bfe3b4"),
    ("Nine Bridges", "1993 · 131 min", "A courier, a winter, a city that does not sleep.", "#1c1c22", "#d94f4f"),
    ("The Weather Clerk", "2004 · 101 min", "Every forecast was right. That was the trouble.", "#31426b", "#f4f1de"),
    ("Under a Borrowed Moon", "2011 · 119 min", "They rented the house for a summer and stayed for the story.", "#3d1f3f", "#e6b8d4"),
    ("Low Tide", "2019 · 92 min", "What the sea gives back.", "#0b3c49", "#f0c987"),
]

BOOKS = [
    ("Of the Keeping of Bees", "Being the notes of a country doctor", "Natural history",
     "The hive is quiet in the first week of March. On the ninth I saw *three* at the snowdrops, and on the tenth, after a warm "
     "night, the whole board was in motion.\n\nA swarm in May is worth a load of hay, they say here. I have found that what it is "
     "worth depends on who has to climb the tree.",
     "Second edition, with a chapter on swarms. 312 pages, 14 plates.", ["bees", "diaries"]),
    ("A Grammar of Tides", "On what can be foretold, and why", "The sea",
     "Twice a day, and a little later every day: that is the whole of it, and a child can keep the table. Everything else in "
     "this book is about the *little*.\n\n> The Moon draws the water as a finger draws a cloth, and the coast is where it wrinkles.",
     "With tables for eleven harbours; those for Brest were corrected in the third printing.", ["tides", "almanacs"]),
    ("Marginalia", "What readers wrote beside the text", "Books",
     "He has underlined the word twice, and beside it stands, in pencil: **no**. Forty pages later, in ink and in another "
     "hand: *yes, but see page 12*.",
     "Photographs by the author. The originals are kept in four libraries, of which one is closed to readers.", ["reading", "pencils"]),
    ("The Slow Train to Ostrava", "Letters from a journey", "Travel",
     "We stood for an hour outside a station whose name had been painted over, and the man across from me took out a loaf, a "
     "knife and a map, in this order.", "Translated from the Czech. Letters 9 and 14 are lost.", ["letters", "railways"]),
]

PROGRAMS = [
    ("Tide Table", "High water, to the minute", "Weather", ["offline", "tides"], "Eleven harbours, and any other from three readings.", "#0a58c2"),
    ("Pocket Darkroom", "Develop on the way home", "Photography", ["raw", "film"], "Curves, grain, and an honest histogram.", "#7a3fd1"),
    ("Loaf", "Bread that is ready at eight", "Kitchen", ["timers"], "Say when you want to eat; it says when to knead.", "#b4561a"),
    ("Marginal", "Notes beside any page", "Reading", ["sync", "pencil"], "Your notes stay in a folder of Markdown.", "#0f7b4f"),
    ("Nine Bridges", "A walk, a puzzle, a city", "Game", ["offline"], "Cross each bridge once. It can be done, today.", "#c22f4a"),
]


def poster(ground, light, number, width, height):
    """A landscape of discs and hills, different for each number."""
    x, y, radius = width * (.3 + .05 * (number * 3 % 9)), height * (.28 + .03 * (number % 4)), min(width, height) * (.16 + .03 * (number % 3))
    shapes = [f'<rect width="{width}" height="{height}" fill="{ground}"/>',
              f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius * 1.7:.0f}" fill="{light}" fill-opacity=".14"/>',
              f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.0f}" fill="{light}"/>']
    for hill in range(3):
        level = height * (.62 + .13 * hill)
        swing = height * (.05 + .02 * ((number + hill) % 3)) * (-1 if (number + hill) % 2 else 1)
        shapes.append(f'<path d="M0 {level:.0f}C{width * .3:.0f} {level - swing:.0f} {width * .6:.0f} {level + swing:.0f} {width} {level - swing / 2:.0f}'
                      f'V{height}H0Z" fill="#000" fill-opacity="{.22 + .16 * hill:.2f}"/>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">{"".join(shapes)}</svg>\n'


def yaml(value):
    return json.dumps(value, ensure_ascii=False)


def card(folder, name, body="", **keys):
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"{key}: {value if isinstance(value, int) else yaml(value)}" for key, value in keys.items()]
    (folder / f"{name}.md").write_text("\n".join(["---", *lines, "---", body, ""]), encoding="utf-8")


def index(folder, text="", **keys):
    card(folder, "_index", text, **keys)


def slug(title):
    return title.lower().replace(" ", "-")


def films(content):
    index(content, "Eight films in a season, from the year sound came to the year it mattered least.", title="Programme",
          shelves=["this-week", "posters", "stills"])
    for shelf, keys, wanted, size in (
            ("this-week", dict(title="This week", arrangement="list", card="billboard"), FILMS[2:3], (960, 540)),
            ("posters", dict(title="The season", arrangement="shelf", card="poster", snap="item"), FILMS, (400, 600)),
            ("stills", dict(title="Before they were restored", arrangement="grid", columns={"min": 240}, card="still"), FILMS[:6], (960, 540))):
        index(content / shelf, **keys)
        for number, (title, facts, line, ground, light) in enumerate(wanted):
            more = dict(subtitle=facts)
            # One card has no picture, and must look as if that were intended.
            if number != 3:
                (content / shelf / f"{slug(title)}.svg").write_text(poster(ground, light, number, *size), encoding="utf-8")
                more.update(image=f"{slug(title)}.svg", imageAlt="")
            if shelf == "this-week":
                more.update(eyebrow="Restored", tags=["35 mm", "with an introduction"], footer="Friday and Sunday, 20:15. The film is silent after its second reel.")
            card(content / shelf, slug(title), line if shelf == "this-week" else "", title=title, weight=number,
                 link="https://example.org/" + slug(title), **more)


def books(content):
    index(content, "Four shelves of the reading room, as they were found.", title="The reading room",
          shelves=["on-the-table", "entries", "references"])
    index(content / "on-the-table", title="On the table", arrangement="list", card="plate")
    index(content / "entries", title="To be read", arrangement="grid", columns={"compact": 1, "expanded": 2}, card="entry")
    index(content / "references", title="References", arrangement="list", card="reference", spacing=0)
    for number, (title, subtitle, kind, text, note, tags) in enumerate(BOOKS):
        if number == 1:
            (content / "on-the-table" / "plate.svg").write_text(poster("#5d4a36", "#e9d8b4", 1, 480, 600), encoding="utf-8")
            card(content / "on-the-table", slug(title), text, title=title, subtitle=subtitle, eyebrow=kind, image="plate.svg",
                 imageAlt="", tags=tags, footer=note, link="https://example.org/" + slug(title))
        card(content / "entries", slug(title), text, title=title, subtitle=subtitle, eyebrow=kind, tags=tags, footer=note,
             weight=number, link="https://example.org/" + slug(title))
        card(content / "references", slug(title), title=title, subtitle=subtitle, eyebrow=f"{1871 + 7 * number}", footer=note, weight=number)


def programs(content):
    index(content, "Small programs that do one thing.", title="Today", shelves=["new", "all"])
    index(content / "new", title="New this week", arrangement="shelf", card="cover", snap="item")
    index(content / "all", title="All of them", arrangement="grid", columns={"min": 260}, card="lockup")
    for number, (title, subtitle, kind, tags, text, color) in enumerate(PROGRAMS):
        for shelf, size in (("new", (640, 360)), ("all", (128, 128))):
            (content / shelf / f"{slug(title)}.svg").write_text(poster(color, "#ffffff", number, *size), encoding="utf-8")
            card(content / shelf, slug(title), text, title=title, subtitle=subtitle, eyebrow=kind, tags=tags, weight=number,
                 image=f"{slug(title)}.svg", imageAlt="", link="https://example.org/" + slug(title))


def write(theme, content):
    """The sample of a theme. Themes other than these three show the programs, which need only `cover` and `lockup`."""
    {"cinema": films, "library": books}.get(theme, programs)(pathlib.Path(content))
