"""Words whose letters have marks, in languages that write what Unicode has no single character for, and words of scripts
whose signs some families of others have too. Fonts are chosen for a letter and its marks together."""
import random, unicodedata

# As they are written: letters and marks stay apart where a word has them apart.
WORDS = {
    "yo": "ọ̀rọ̀ ẹ̀kọ́ gbọ́dọ̀ ṣẹ̀ṣẹ̀ ǹjẹ́ ńlá m̀ḿ ọjọ́ àǹfààní ẹ̀gbẹ́ kò-ṣẹ̀ṣẹ̀-rí ọmọ̀wé Ọ̀yọ́ Ẹ̀kọ́ n̄ǹ m̄",
    "ig": "ọ́hụ́rụ́ ákwụ́kwọ́ ụ̀lọ̀ ǹ̩ ḿ̩ ṅke ị̀hụ́ ọ̄chị̄chọ́ ń̄ m̀bụ́ ụ́nụ̀ ọ̀ Ụ́zọ́",
    "vi": unicodedata.normalize("NFD", "tiếng Việt được viết bằng chữ quốc ngữ Nguyễn Đường phố những người cũng sẽ rằng ở đây giữa hữu"),
    "lt": "žmõgus vėjas ū̃kas ė̃jo r̃ m̃ l̃ ñ į́ ų̃ ų́ dár̃bas kal̃bas vaĩkas liñksmas ẽ i̇́ i̇̃ j̇̃ šim̃tas",
    "gn": "g̃uarani G̃ ỹvy avañe’ẽ mbarag̃ua ag̃a og̃uahẽ tag̃ua hag̃ua ñemoñe’ẽ porog̃uereko",
    "mh": "m̧ajeļ M̧ajeļ ņe o̧ļo̧k kōm̧m̧an jem̧ļo̧k aolep n̄ o̧ m̄ ļo̧jo̧ Ņa",
    "lkt": "lakȟótiyapi wíŋyaŋ ǧ č̣ p̣ k̇ ṫ tȟáŋka wóžapi šúŋka k̄ p̄ t̄ c̄ ḣ",
    "ee": "ɛ̃ ɔ̃ ŋutɔ́ ɖé ƒle ʋɔ̀ ɛ̀kɔ́ nyɔ́nu ɔ̌ ɛ̂ dzɔ̀ Ɔ̃ Ɛ̃ ɖɔ́kíta",
    "nv": "Diné bizaad ą́ą́ ę́ę́ į́į́ ǫ́ǫ́ bį́įsh tsʼǫ́ǫ́s ółtaʼ łį́į́ʼ ashkii yázhí Ą́ Į́",
    "en-fonipa": "t͡ʃɜ˞ d͡ʒ ɪ̈ ʊ̈ n̩ l̩ m̩ n̥ ʁ̞ ɔ̃ ɹ̩ ə̯ k̟ t̪ d̪ s̺ ɛ̝ ɐ̯ k͡p ɡ͡b ŋ͡m ˈɹɪ̆ðm̩",
    "sa-Latn": "saṃskr̥tam r̥̄ l̥ l̥̄ m̐ ṝ ṣṇa kr̥ṣṇa ha̐saḥ pitr̥̄n r̥k jñāna ṁ s̱ ḵ",
    "sl": "ȓ r̀ ŕ r̄ ə̀ ə̏ ȃ ẹ́ ọ́ vȓt pŕst sr̀p e̯ ȋ m̩ krə̑v",
    "liv": "ȭ ǟ ȱ ū̗ pǭļa līvõ kēļ ȭdõg jȭugõd mȭ ņ̄ ļ̄ vȱ",
    "ru": "за́мок замо́к у́гол мы́ я́ э́то ю́г ё ы́ о̂ а̄ больша́я доро́га",
    "sr": "а̏ е̑ и̏ р̄ р̀ р̑ у̑ кр̑в пр̏ст вр̑т о̀ е̏",
    "unm": "m̄ n̈ x̂ q̃ ǹ̩ g̈ w̌ z̃ b̃ h̃ p̃ ã̂ ĝ̃ y̨ k̓ n̓ x̌ m̓ c̓ t̓",
    "he": "בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ שׂ",
    "ar": "بِسْمِ اللّٰهِ الرَّحْمٰنِ مُحَمَّدٌ كِتَابٌ قُرْآنٌ ٱلْحَمْدُ",
    "km": "សិស្ស៉ ប៉ុន្តែ មិនមែន ហ៊ាន ស៊ី ម៉ែ ប៉ា យ៉ាង ការ់ រស់ ខ្ញុំ ចាស់ រ៉ូ កម្ពុជា ព្រះ",
    "hy": "Բարև։ Հայաստան։ լեզու, գիրք։ այո՞ ոչ՛ մեծ՜ տուն։",
    "ka": "გამარჯობა։ საქართველო ენა, წიგნი։ დიახ არა სახლი։ მ̄ ა̈",
    "th": "ภาษาไทย น้ำ ที่นี่ ก็ได้ ผู้ใหญ่ ก៉ เป็น",
    "hi": "हिन्दी क़लम ज़रूर पढ़ना ड़ ढ़ ॐ अँधेरा अः कृपा",
}
SIGNS = ["{}", "({})", "“{}”", "{},", "{}.", "{}-{}", "{}/{}", "*{}*", "**{}**", "{}{}"]


def texts(seed, count):
    """Sentences of one language each, as Markdown."""
    chance = random.Random(seed)
    languages = list(WORDS)
    for number in range(count):
        language = languages[number % len(languages)]
        words = WORDS[language].split()
        parts = []
        for _ in range(chance.randint(6, 20)):
            form = chance.choice(SIGNS) if chance.random() < 0.3 else "{}"
            parts.append(form.format(chance.choice(words), chance.choice(words)))
        yield language, " ".join(parts)
