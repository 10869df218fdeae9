#!/usr/bin/env python3
"""Writes sites whose texts are difficult to break, for `cardshelf audit`.

    corpus.py pairs DIR                      every pair of printable ASCII characters, as aXYb
    corpus.py line-break-test DIR [FILE]     Unicode's LineBreakTest.txt (Debian: unicode-data)
    corpus.py commonmark DIR [FILE]          the examples of CommonMark's spec.json, each as the body of a card
    corpus.py mixed DIR [--seed N] [--count N]   generated texts of many scripts; prints the seed
    corpus.py marks DIR [--seed N] [--count N] [--family NAME] [--theme NAME]
                                             words whose letters have marks, and signs that families of other scripts have
    corpus.py scripts DIR [--seed N] [--count N] [--family NAME] [--language TAG] [--markup SHARE]
                                             words of one script with signs and digits among those of another, in a
                                             family that kerns such signs with letters
    corpus.py numbers DIR [--seed N] [--count N] [--theme NAME]
                                             numbers, prices and dates among words from right to left, and in runs of
                                             such words in English

Each text except those of CommonMark is a paragraph in the body of a card, with twenty per card. Every ASCII sign is
escaped, so that Markdown keeps it. Needs only python3.
"""
import argparse, json, pathlib, random, re, shutil, sys

import marks

PER_CARD, PER_SHELF, PER_PAGE = 20, 20, 10
# Cards with other widths at each page width.
MANY_WIDTHS = "arrangement: waterfall\ncolumns: {compact: 1, medium: 2, expanded: 3, large: 5}\n"


def escaped(text):
    return "".join("\\" + c if 0x21 <= ord(c) < 0x7F and not c.isalnum() else c for c in text)


def write(directory, texts, is_escaped=False, shelf="", theme="storefront"):
    """`texts` are (language, text)."""
    by_language = {}
    for language, text in texts:
        by_language.setdefault(language, []).append(text if is_escaped else escaped(text))
    cards = [(language, group[i : i + PER_CARD]) for language, group in by_language.items()
             for i in range(0, len(group), PER_CARD)]
    write_cards(directory, [(language, "\n\n".join(group) + "\n") for language, group in cards], shelf, theme)
    print(f"{sum(map(len, by_language.values()))} texts on {len(cards)} cards")


def write_cards(directory, cards, shelf="", theme="storefront"):
    """`cards` are (language, body); `shelf` is the front matter of all shelves. The themes are the project's own."""
    root = pathlib.Path(directory)
    shutil.rmtree(root, ignore_errors=True)
    (root / "Content").mkdir(parents=True)
    shutil.copytree(pathlib.Path(__file__).resolve().parents[3] / "Themes", root / "Themes")
    (root / "cardshelf.yml").write_text(f"title: Corpus\ntheme: {theme}\n")
    (root / "Content/_index.md").write_text("---\ntitle: Corpus\n---\n")
    for number, (language, body) in enumerate(cards):
        shelf_number = number // PER_SHELF
        page = root / f"Content/p{shelf_number // PER_PAGE:03}"
        folder = page / f"s{shelf_number:04}"
        folder.mkdir(parents=True, exist_ok=True)
        if shelf:
            (folder / "_index.md").write_text(f"---\n{shelf}---\n")
        (page / "_index.md").write_text("---\ntitle: Corpus\nkind: page\n---\n")
        (folder / f"c{number:05}.md").write_text(
            f"---\ntitle: c{number:05}\nlang: {language}\n---\n{body}", encoding="utf-8")


def pairs():
    signs = [chr(c) for c in range(0x21, 0x7F)]
    for x in signs:
        for y in signs:
            pair = x + y
            yield "en", f"word aaaaaaaa{pair}bbbbbbbbbbbbbbbbbbbb aaa{pair}bbb aa{pair}bb aaaaa{pair}bbbbb a{pair}b aaaaaa{pair}bbbbbb"


def line_break_test(path):
    for line in open(path, encoding="utf-8"):
        line = line.split("#")[0].strip()
        if not line:
            continue
        text = "".join(chr(int(token, 16)) for token in line.split() if token not in ("×", "÷"))
        # Characters that HTML cannot contain: controls, surrogates and noncharacters.
        if any(ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 or 0xD800 <= ord(c) < 0xE000 or ord(c) & 0xFFFE == 0xFFFE for c in text):
            continue
        # Long enough for several lines at any width, so that each of its characters ends a line somewhere.
        yield "en", " ".join((text.strip() + "aaaa") for _ in range(12))


# A site must not have broken links, so the destinations of examples become existing files. Those that start with a
# slash lose it, and those that no site may have (empty ones, backslashes, unknown schemes) are replaced.
DESTINATIONS = [
    (r"(?<=[(<\s])/(?=(url|uri|f&ouml;|föö|bar|φου|ΑΓΩ|my uri|path/|foo-url|baz-url|bar-url))", ""),
    (r"\]\(\)", "](url)"), (r"\(<>\)", "(<url>)"), (r": <>", ": <url>"), (r"\]\(#fragment\)", "](url)"),
    (r"made-up-scheme://foo,bar|irc://foo\.bar:2233/baz", "https://foo.bar:2233/baz"),
    (r"localhost:5001/foo", "mailto:foo@example.com"), (r"a\+b\+c:d", "mailto:a@b.c"),
    (r"find=\\\*", "find=*"), (r"example\.com/\\\[\\", "example.com/%5C%5B%5C"),
    (r"\]\(foo\\bar\)", "](foo/bar)"), (r"url\\bar\\\*baz", "bar*"), (r"foo\\\)\\:", "foo\\)"),
    (r"<my ur[il]>", "<my/url>"), (r"foo%20b&auml;", "foob&auml;"), (r"\]\(\"title\"\)", "](title)"), ("target\\.md", "target.txt"),
    ("/?url[ \u00A0]\"title\"", "url"), (r"&#0;", "&#1234;"),
]
TARGETS = """url1 url2 uri uri1 uri2 uri3 bar* bar φου föö ΑΓΩ foo-url baz-url bar-url train.jpg moon.jpg path/to/train.jpg first (foo)
foo) foo(and(bar) foo(and(bar)) my_(url) b)c baz* title target.txt foo/bar my/url foobä url""".split()


def commonmark(path):
    """The examples in order; a card is named after the index of its example, from 0."""
    for example in json.load(open(path, encoding="utf-8")):
        body = example["markdown"]
        for old, new in DESTINATIONS:
            body = re.sub(old, new.replace("\\", "\\\\"), body)
        if "![" in body:
            body = re.sub(r"\b(url2?|uri3)\b", "train.jpg", body)
        yield "en", body


def write_targets(directory):
    for folder in pathlib.Path(directory).glob("Content/p*/s*"):
        for target in TARGETS:
            (folder / target).parent.mkdir(parents=True, exist_ok=True)
            if not (folder / target).exists():
                (folder / target).write_text("")


SCRIPTS = {
    "en": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "de": "abcdefghijklmnopqrstuvwxyzäöüßÄÖÜ",
    "el": "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώΑΒΓΔ", "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюяАБВ",
    "ar": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي", "he": "אבגדהוזחטיכלמנסעפצקרשת", "hi": "कखगघचछजझटठडढतथदधनपफबभमयरलवशषसह",
    "th": "กขคงจฉชซญฎฏฐณดตถทธนบปผฝพฟภมยรลวศษสหอ", "ja": "あいうえおかきくけこさしすせそアイウエオ日本語文字列組版行",
    "zh-CN": "的一是不了在人有我他这个们中来上大为和国", "ko": "가나다라마바사아자차카타파하한국어글자", "ta": "கஙசஞடணதநபமயரலவழளறன",
    "ka": "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ", "hy": "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ",
}
MARKS = {"hi": "ािीुूेैोौंँ्", "th": "ัิีึืุู่้๊๋็์", "ta": "ாிீுூெேைொோௌ்"}
SIGNS = [".", ",", ";", ":", "!", "?", "-", "/", "(", ")", "[", "]", "{", "}", "\"", "'", "&", "%", "$", "#", "@", "+", "=", "*",
         "<", ">", "|", "\\", "^", "_", "~", "`", "«", "»", "“", "”", "‘", "’", "„", "–", "—", "…", "·", "•", "€", "°", "×", "§",
         "、", "。", "「", "」", "（", "）", "！", "？", "：", "、", "・", "ー", "々", "\u00A0", "→", "½"]


def mixed(seed, count):
    chance = random.Random(seed)
    languages = list(SCRIPTS)
    for _ in range(count):
        main = chance.choice(languages)
        words = []
        for _ in range(chance.randint(6, 22)):
            script = main if chance.random() < 0.8 else chance.choice(languages)
            # Letters with their marks: no sign comes between them, and no letter has a second vowel.
            letters = [chance.choice(SCRIPTS[script]) + (chance.choice(MARKS[script]) if script in MARKS and chance.random() < 0.35 else "")
                       for _ in range(chance.randint(1, 11))]
            word, kind = "".join(letters), chance.random()
            if kind < 0.15:
                at = chance.randint(0, len(letters))
                word = "".join(letters[:at]) + chance.choice(SIGNS) + "".join(letters[at:])
            elif kind < 0.22:
                word = chance.choice(SIGNS) + word + chance.choice(SIGNS)
            elif kind < 0.27:
                word += chance.choice(SIGNS) + "".join(chance.choice("0123456789") for _ in range(chance.randint(1, 4)))
            elif kind < 0.30:
                word = chance.choice("0123456789") + chance.choice(SIGNS) + word
            words.append(word)
        yield main, " ".join(words)


# Latin words start and end with letters that faces kern with brackets, quotation marks, stops and digits.
WORDS = {
    "en": "diff for Tor PHP AV key my TV Wolf ff LaTeX Jay Yara Python off Vim Qt Kraft fjord lift jazz you of VLC Py FTP way if W".split(),
    "ru": "показать различия между файлами для работы с текстом и звуком Грузия Уфа Тула просто когда запуск программы г. Ру".split(),
    "el": "προβολή των αλλαγών σε αρχεία για την επεξεργασία κειμένου και ήχου Τάσος Υδρα απλά πρόγραμμα του Αθήνα".split(),
    "he": "הצגת ההבדלים בין קבצים לעריכת טקסט וצליל תוכנה פשוטה של עם לא כל".split(),
    "ar": "عرض الفروق بين الملفات لتحرير النص والصوت برنامج بسيط مع كل في لا من".split(),
    "hi": "फ़ाइलों के बीच अंतर दिखाएँ पाठ और ध्वनि संपादन सरल कार्यक्रम से का की में".split(),
    "th": "แสดงความแตกต่าง ระหว่างไฟล์ แก้ไขข้อความ และเสียง โปรแกรม ง่าย".split(),
    "zh-CN": "显示文件之间的差异 编辑文字和声音 简单的程序 音乐 地图 日历".split(),
    "ja": "ファイルの差分を表示 テキストと音声を編集 簡単な プログラム 地図 カレンダー です。".split(),
    "ko": "파일 차이 보기 텍스트와 소리 편집 간단한 프로그램 지도 달력 입니다".split(),
}
# Common uses of such characters around and between words. `a` is a word of another script, `b` one of the text's own.
BRACKETED = ["(a)", "[a]", "{a}", "«a»", "“a”", "„a“", "‘a’", "\"a\"", "'a'", "(a", "a)", "a]", "(a]", "([a])", "((a))", "(a),", "(a).",
             "(a:", "[a]:", "(a b)", "(b a)", "(b a", "a b)", "b(a)", "a(b)", "(a)b", "（a）", "「a」", "（a", "a）"]
SIGNED = ["a,", "a.", "a;", "a:", "a!", "a?", "a…", "…a", "—a", "a—", "–a", "a–b", "b–a", "a/b", "b/a", "a-b", "b-a", "a·b", "·a", "•a",
          "#a", "@a", "+a", "a+", "a*", "a’s", "a'b", "a&b", "~a", "a%", "$a", "№a", "°a", "a°"]
NUMBERED = ["1–2", "(2019)", "№5", "v2.0", "50%", "a1", "1a", "4a", "a4", "(a 4)", "(4 a)", "1/2", "[1]", "«7»", "—", "–", "&", "+", "-", "(1",
            "2)", "1.", "(7,", "11:17"]
# Markup around a word with its signs, inside the signs, and across one of them.
MARKUP = ["*w*", "**w**", "`w`", "[w](https://example.org/)"]


def marked(chance, form, words, share):
    """A form with words instead of its letters; some have markup around a part of it."""
    parts = [words[c] if c in words else escaped(c) for c in form]
    if chance.random() < share:
        kind = chance.choice(MARKUP)
        first = chance.randrange(len(parts))
        last = chance.randrange(first, len(parts))
        inner = "".join(parts[first : last + 1])
        # Emphasis needs a letter at its edges if letters are around it; code needs its text without escapes.
        if inner.strip() == inner and inner and (kind in MARKUP[2:] or inner[0].isalnum() and inner[-1].isalnum()):
            text = re.sub(r"\\(.)", r"\1", inner) if kind == "`w`" else inner
            parts[first : last + 1] = [kind.replace("w", text)]
    return "".join(parts)


def scripts(seed, count, mains, share):
    chance = random.Random(seed)
    languages = list(WORDS)
    for number in range(count):
        main = mains[number % len(mains)]
        # Latin words among other scripts are more common than the reverse.
        foreign = "en" if main != "en" and chance.random() < 0.7 else chance.choice([x for x in languages if x != main])
        tokens = []
        for _ in range(chance.randint(6, 18)):
            words = {"a": chance.choice(WORDS[foreign]), "b": chance.choice(WORDS[main])}
            kind = chance.random()
            if kind < 0.62:
                tokens.append(escaped(words["b"]))
            elif kind < 0.70:
                tokens.append(escaped(words["a"]))
            elif kind < 0.82:
                tokens.append(marked(chance, chance.choice(BRACKETED), words, share))
            elif kind < 0.92:
                tokens.append(marked(chance, chance.choice(SIGNED), words, share))
            else:
                tokens.append(marked(chance, chance.choice(NUMBERED), words, share))
        # Sometimes the language is that of the other words: it selects the rules of a face, and the script of signs
        # alone.
        yield (foreign if chance.random() < 0.15 else main), " ".join(tokens)


RIGHT_TO_LEFT = {
    "ar": "سعر التذكرة دينارًا للكبار دنانير للأطفال من إلى حتى الساعة عرض جديد مع كل في لا يوم شهر، و(بسيط)".split(),
    "fa": "قیمت بلیت تومان برای کودکان از تا ساعت روز ماه و در این می‌شود، (ساده)".split(),
    "he": "מחיר הכרטיס שקלים לילדים עד שעה יום חודש של עם לא כל, (פשוט)".split(),
}
DIGITS = {"ar": ["٠١٢٣٤٥٦٧٨٩", "0123456789"], "fa": ["۰۱۲۳۴۵۶۷۸۹", "0123456789"], "he": ["0123456789"]}
LETTERS_BEFORE_NUMBERS = {"ar": ["و", "بـ"], "fa": ["و", "تا"], "he": ["ו-", "ב-", "ל"]}
# `0` is a digit, and `w` a letter or two of the language.
NUMBERS = """0 00 000 0000 w0 w00 0,000 0.0 0٬000 0٫0 00% %00 00٪ ٪00 $00 00$ €0 0₪ ₪00 0° #0 -0 +0 00/0/0000 0000-00-00 00:00 00-00 00–00 (00)
(0 0) «0» 00. 00، 00, 00! w(00) 0/0 w0.""".split()


def numbers(seed, count):
    chance = random.Random(seed)

    def run(language, least, most):
        words = RIGHT_TO_LEFT[language]
        tokens = []
        for _ in range(chance.randint(least, most)):
            if chance.random() < 0.5:
                token = escaped(chance.choice(words))
            else:
                digits = chance.choice(DIGITS[language])
                token = "".join(chance.choice(digits) if c == "0" else chance.choice(LETTERS_BEFORE_NUMBERS[language]) if c == "w" else escaped(c)
                                for c in chance.choice(NUMBERS))
            tokens.append(f"**{token}**" if chance.random() < 0.06 and token[0].isalnum() and token[-1].isalnum() else token)
        return " ".join(tokens)

    for number in range(count):
        language = list(RIGHT_TO_LEFT)[number % len(RIGHT_TO_LEFT)]
        if number % 4 < 3:
            words = run(language, 8, 24).split(" ")
            if chance.random() < 0.3:
                words.insert(chance.randrange(len(words)), chance.choice(WORDS["en"]))
            yield language, " ".join(words)
        else:
            yield "en", " ".join(f"{chance.choice(WORDS['en'])} {run(language, 2, 9)} {chance.choice(WORDS['en'])}" for _ in range(3))


def set_in(directory, family, theme="storefront"):
    """The first family of the theme's text."""
    theme = pathlib.Path(directory) / f"Themes/{theme}/theme.yml"
    text, first = theme.read_text(encoding="utf-8"), "  text:\n"
    if text.count(first) != 1:
        sys.exit(f"{theme}: no list of families for text")
    theme.write_text(text.replace(first, f"{first}    - {family}\n"), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("pairs", "line-break-test", "commonmark", "mixed", "scripts", "numbers", "marks"):
        command = commands.add_parser(name)
        command.add_argument("directory")
        if name == "line-break-test":
            command.add_argument("file", nargs="?", default="/usr/share/unicode/auxiliary/LineBreakTest.txt")
        if name == "commonmark":
            command.add_argument("file", nargs="?", default="/usr/share/gocode/src/github.com/yuin/goldmark/_test/spec.json")
        if name in ("mixed", "scripts", "numbers", "marks"):
            command.add_argument("--seed", type=int, default=1)
            counts = {"mixed": 20_000, "scripts": 2_000, "numbers": 2_000, "marks": 920}
            command.add_argument("--count", type=int, default=counts[name])
        if name == "marks":
            command.add_argument("--family", help="the first family of the text; default: the theme's own")
        if name in ("numbers", "marks"):
            command.add_argument("--theme", default="storefront")
        if name == "scripts":
            command.add_argument("--family", default="Noto Serif")
            command.add_argument("--language", action="append", choices=list(WORDS), help="the language of most words; default: each in turn")
            command.add_argument("--markup", type=float, default=0.25, help="the share of words with signs that also have markup")
    a = parser.parse_args()
    if a.command == "pairs":
        write(a.directory, pairs())
    elif a.command == "line-break-test":
        write(a.directory, line_break_test(a.file))
    elif a.command == "commonmark":
        cards = list(commonmark(a.file))
        write_cards(a.directory, cards)
        write_targets(a.directory)
        print(len(cards), "cards")
    elif a.command == "scripts":
        print("seed", a.seed)
        write(a.directory, scripts(a.seed, a.count, a.language or list(WORDS), a.markup), is_escaped=True, shelf=MANY_WIDTHS)
        set_in(a.directory, a.family)
    elif a.command == "numbers":
        print("seed", a.seed)
        write(a.directory, numbers(a.seed, a.count), is_escaped=True, shelf=MANY_WIDTHS, theme=a.theme)
    elif a.command == "marks":
        print("seed", a.seed)
        write(a.directory, marks.texts(a.seed, a.count), is_escaped=True, shelf=MANY_WIDTHS, theme=a.theme)
        if a.family:
            set_in(a.directory, a.family, a.theme)
    else:
        print("seed", a.seed)
        write(a.directory, mixed(a.seed, a.count))


if __name__ == "__main__":
    sys.exit(main())
