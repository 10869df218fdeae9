#!/usr/bin/env python3
"""Writes a site of what makes pages scroll sideways: long words of four languages, and titles with numbers and addresses.

    reflow.py ROOT
"""
import pathlib, shutil, sys

PROJECT = pathlib.Path(__file__).resolve().parents[3]
TITLES = ["Bestellungen unter +49 (0)30/901820-4711 oder 0800-1234567", "https://example.org/archive/2026/11/a-very-long-name-of-a-page",
          "post@the-observatory-of-the-northern-lights.example", "DIN-EN-ISO-9241-171:2008-10/2"]
LANGUAGES = {
    "de": ["Donaudampfschifffahrtsgesellschaft", "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
           "Die Siebentausendzweihundertvierundfünfzig Geschwindigkeitsbegrenzungen der Bundesautobahn"],
    "fi": ["Lentokonesuihkuturbiinimoottoriapumekaanikkoaliupseerioppilas", "Epäjärjestelmällistyttämättömyydellään",
           "Kansainvälisten tietoliikenneyhteyksien ylläpitäjien vuosikokous"],
    "tr": ["Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine", "Çekoslovakyalılaştıramadıklarımızdan mısınız",
           "Kişiselleştirilebilirliklerini değerlendirenler"],
    "ja": ["コンピューターネットワークセキュリティーアドミニストレーター", "東京特許許可局長今日急遽休暇許可拒否", "「国際電気通信連合」の電話番号は(03)1234-5678です"],
}


def main():
    root = pathlib.Path(sys.argv[1])
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(PROJECT / "Themes", root / "Themes")
    (root / "cardshelf.yml").write_text("title: Words without end\n")
    for number, (language, texts) in enumerate(LANGUAGES.items()):
        page = root / "Content" / language
        page.mkdir(parents=True)
        long, middle, short = texts
        (page / "_index.md").write_text(f"---\nkind: page\ntitle: {TITLES[number]!r}\nlang: {language}\n---\n{TITLES[number]}: {long}. {short}\n")
        for arrangement in ("shelf", "grid", "flow", "list", "waterfall"):
            shelf = page / arrangement
            shelf.mkdir()
            (shelf / "_index.md").write_text(f"---\ntitle: {middle}\narrangement: {arrangement}\n---\n")
            for place, (title, subtitle, body) in enumerate([(long, middle, short), (short, long, middle), (middle, short, f"{long} {TITLES[number]}")]):
                (shelf / f"card-{place}.md").write_text(
                    f"---\ntitle: {title!r}\nsubtitle: {subtitle!r}\neyebrow: {short.split()[0]!r}\ntags: [{language}-one, {language}-two]\n---\n{body}\n\n- {long}\n- {TITLES[number]}\n")


if __name__ == "__main__":
    main()
