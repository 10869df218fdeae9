extension PageGrammar {
  /// The grammar of pages, in RELAX NG's XML syntax.
  static func schemaText(_ form: GrammarForm, _ words: PageWords) -> String {
    let lists = words.arrangements.map { "<value>cards in-\($0)</value>" }.joined()
    let texts = words.texts.map { "<value>\($0)</value>" }.joined()
    func attributes(_ name: String) -> String { MarkupAttributes(of: name)?.patterns ?? "" }
    return """
      <grammar xmlns="http://relaxng.org/ns/structure/1.0" ns="http://www.w3.org/1999/xhtml">
        <start>
          <element name="html">
            \(attributes("html"))
            <ref name="head"/>
            <element name="body">\(attributes("body"))<ref name="flow"/></element>
          </element>
        </start>

        <define name="head">
          <element name="head">
            <element name="meta"><attribute name="charset"><value>utf-8</value></attribute></element>
            <zeroOrMore>
              <element name="meta">
                <choice>
                  <attribute name="name"/>
                  <attribute name="http-equiv"><value>Content-Security-Policy</value></attribute>
                </choice>
                <attribute name="content"/>
              </element>
            </zeroOrMore>
            <element name="title"><text/></element>
            <zeroOrMore>
              <element name="link">\(attributes("link"))</element>
            </zeroOrMore>
          </element>
        </define>

        <!-- Attributes. -->
        <define name="language">\(MarkupAttributes.language.patterns)</define>
        <define name="text-attributes">\(MarkupAttributes.text.patterns)</define>
        <define name="chrome-attributes">\(MarkupAttributes.chrome.patterns)</define>
        <define name="link-attributes">\(attributes("a"))</define>
        <define name="list-role"><optional><attribute name="role"><value>list</value></attribute></optional></define>

        <!-- Running text. -->
        <define name="text-atom">
          <choice>
            <text/>
            <ref name="image"/>
            <element name="br">\(attributes("br"))</element>
            <element name="wbr">\(attributes("wbr"))</element>
          </choice>
        </define>
        <define name="image">
          <element name="img"><ref name="image-attributes"/></element>
        </define>
        <define name="image-attributes">\(attributes("img"))</define>
        <define name="inline">
          <choice>
            <ref name="text-atom"/>
            <element name="a"><ref name="link-attributes"/><ref name="linked-inlines"/></element>
            \(form.alike(inlineNames, attributes: "chrome-attributes", content: "inlines"))
          </choice>
        </define>
        <define name="inlines"><zeroOrMore><ref name="inline"/></zeroOrMore></define>
        <define name="linked-inlines">
          <zeroOrMore>
            <choice>
              <ref name="text-atom"/>
              \(form.alike(inlineNames, attributes: "chrome-attributes", content: "linked-inlines"))
            </choice>
          </zeroOrMore>
        </define>
        <define name="code-block">
          <element name="pre">
            \(attributes("pre"))
            <element name="code"><ref name="text-attributes"/><ref name="inlines"/></element>
          </element>
        </define>

        <!-- What a theme's template puts around the shelves. -->
        <define name="flow">
          <zeroOrMore>
            <choice>
              <ref name="inline"/>
              \(form.alike(containerNames, attributes: "chrome-attributes", content: "flow"))
              \(form.alike(paragraphNames, attributes: "chrome-attributes", content: "inlines"))
              <element name="ul"><ref name="chrome-attributes"/><ref name="chrome-items"/></element>
              <element name="ol">\(attributes("ol"))<ref name="chrome-items"/></element>
              <element name="hr"><ref name="chrome-attributes"/></element>
              <ref name="code-block"/>
              <ref name="table"/>
              <ref name="choice"/>
              <ref name="shelf"/>
            </choice>
          </zeroOrMore>
        </define>
        <define name="chrome-items">
          <zeroOrMore><element name="li"><ref name="chrome-attributes"/><ref name="flow"/></element></zeroOrMore>
        </define>

        <!-- Shelves and cards. -->
        <define name="header-content">
          <optional><attribute name="id"/></optional>
          <optional><attribute name="title"/></optional>
          <ref name="language"/>
          <ref name="inlines"/>
        </define>
        <define name="section-title-class"><attribute name="class"><value>section-title</value></attribute></define>
        <define name="shelf">
          <element name="section">
            <attribute name="class"><value>shelf</value></attribute>
            <attribute name="id"/>
            <optional><attribute name="aria-labelledby"/></optional>
            <ref name="language"/>
            <optional>
              <element name="h2">
                <attribute name="class"><value>shelf-title</value></attribute>
                <ref name="header-content"/>
              </element>
            </optional>
            <optional><ref name="column-toggle"/></optional>
            <optional><ref name="cards"/></optional>
            <zeroOrMore>
              <element name="section">
                <attribute name="class"><value>section</value></attribute>
                <attribute name="id"/>
                <optional><attribute name="aria-labelledby"/></optional>
                <ref name="language"/>
                <optional>
                  <choice>\(form.alike(["h2", "h3"], attributes: "section-title-class", content: "header-content"))</choice>
                </optional>
                <ref name="cards"/>
              </element>
            </zeroOrMore>
          </element>
        </define>
        <define name="column-toggle">
          <element name="div">
            <attribute name="class">
              <choice>
                <value>column-toggle</value><list><value>column-toggle</value><data type="token"/></list>
              </choice>
            </attribute>
            <attribute name="role"><value>radiogroup</value></attribute>
            <optional><attribute name="aria-labelledby"/></optional>
            <oneOrMore>
              <ref name="choice"/>
            </oneOrMore>
          </element>
        </define>
        <!-- Of a shelf's number of columns; in a template, the controls are around it. -->
        <define name="choice">
          <element name="label">
            <element name="input">
              <attribute name="type"><value>radio</value></attribute>
              <attribute name="name"/>
              <attribute name="value"/>
              <optional><attribute name="class"><value>other</value></attribute></optional>
              <optional><attribute name="checked"><value>checked</value></attribute></optional>
              <empty/>
            </element>
            <text/>
          </element>
        </define>
        <define name="cards">
          <element name="ul">
            <attribute name="class">
              <choice>\(lists)</choice>
            </attribute>
            <attribute name="role"><value>list</value></attribute>
            <optional><attribute name="tabindex"><value>0</value></attribute></optional>
            <optional><attribute name="aria-labelledby"/></optional>
            <zeroOrMore><ref name="card"/></zeroOrMore>
          </element>
        </define>
        <define name="card">
          <element name="li">
            <attribute name="class"><value>card</value></attribute>
            <attribute name="id"/>
            <oneOrMore>
              <element name="article">
                <attribute name="class"/>
                <ref name="language"/>
                <zeroOrMore><choice><ref name="element"/><ref name="pinned"/></choice></zeroOrMore>
              </element>
            </oneOrMore>
          </element>
        </define>
        <define name="element">
          <choice><ref name="slot"/><ref name="room"/><ref name="row"/><ref name="labels"/></choice>
        </define>
        <define name="row">
          <element name="div">
            <attribute name="class">
              <choice><value>row</value><list><value>row</value><data type="token"/></list></choice>
            </attribute>
            <zeroOrMore><ref name="element"/></zeroOrMore>
          </element>
        </define>
        <define name="labels">
          <element name="div">
            <attribute name="class">
              <choice><value>labels</value><list><value>labels</value><data type="token"/></list></choice>
            </attribute>
            <zeroOrMore><ref name="element"/></zeroOrMore>
          </element>
        </define>
        <define name="pinned">
          <element name="div">
            <attribute name="class"><value>pinned</value></attribute>
            <zeroOrMore><ref name="element"/></zeroOrMore>
          </element>
        </define>
        <!-- What a card keeps free for a slot that it lacks. -->
        <define name="room">
          <element name="div">
            <attribute name="class">
              <list>
                <value>room</value>
                <choice>
                  <value>title</value><value>body</value><value>tags</value>\(texts)
                </choice>
              </list>
            </attribute>
            <empty/>
          </element>
        </define>
        <define name="image-slot">
          <element name="div">
            <attribute name="class"><value>image</value></attribute>
            <choice>
              <ref name="sized-image"/>
              <element name="picture">
                <zeroOrMore>
                  <element name="source">
                    <optional><attribute name="media"/></optional>
                    <optional>
                      <attribute name="type">
                        <choice>
                          <value>image/avif</value><value>image/jpeg</value><value>image/png</value><value>image/webp</value>
                        </choice>
                      </attribute>
                    </optional>
                    <attribute name="srcset"/>
                    <attribute name="sizes"/>
                    <empty/>
                  </element>
                </zeroOrMore>
                <ref name="sized-image"/>
              </element>
            </choice>
          </element>
        </define>
        <!-- One of several files, by how wide it shows. -->
        <define name="sized-image">
          <element name="img">
            <ref name="image-attributes"/>
            <optional><attribute name="srcset"/></optional>
            <optional><attribute name="sizes"/></optional>
          </element>
        </define>
        <define name="title-attributes">
          <attribute name="class">
            <choice>
              <value>title</value>
              <list><value>title</value><oneOrMore><data type="token"/></oneOrMore></list>
            </choice>
          </attribute>
          <optional><attribute name="title"/></optional>
          <ref name="language"/>
        </define>
        <define name="slot">
          <choice>
            <ref name="image-slot"/>
            <element name="p">
              <attribute name="class">
                <list>
                  <choice>
                    \(texts)
                  </choice>
                  <zeroOrMore><data type="token"/></zeroOrMore>
                </list>
              </attribute>
              <optional><attribute name="title"/></optional>
              <ref name="language"/>
              <ref name="inlines"/>
            </element>
            \(form.alike(["h2", "h3", "h4"], attributes: "title-attributes", content: "inlines"))
            <element name="div">
              <attribute name="class">
                <choice><value>body</value><list><value>body</value><data type="token"/></list></choice>
              </attribute>
              <ref name="language"/>
              <zeroOrMore><ref name="block"/></zeroOrMore>
            </element>
            <element name="ul">
              <attribute name="class">
                <choice><value>tags</value><list><value>tags</value><data type="token"/></list></choice>
              </attribute>
              <attribute name="role"><value>list</value></attribute>
              <ref name="language"/>
              <zeroOrMore>
                <element name="li">
                  <ref name="text-attributes"/>
                  <optional><attribute name="hidden"/></optional>
                  <ref name="inlines"/>
                </element>
              </zeroOrMore>
            </element>
          </choice>
        </define>

        <!-- The body of a card. -->
        <define name="block">
          <choice>
            \(form.alike(["p", "h3", "h4", "h5", "h6"], attributes: "text-attributes", content: "inlines"))
            <element name="blockquote">
              <ref name="text-attributes"/><zeroOrMore><ref name="block"/></zeroOrMore>
            </element>
            <element name="ul"><ref name="text-attributes"/><ref name="list-role"/><ref name="items"/></element>
            <element name="ol">
              <ref name="text-attributes"/>
              <ref name="list-role"/>
              <optional><attribute name="start"/></optional>
              <ref name="items"/>
            </element>
            <element name="hr"><ref name="text-attributes"/></element>
            <ref name="code-block"/>
            <element name="div">
              <attribute name="class"/>
              <ref name="language"/>
              <choice>
                <ref name="image"/>
                <element name="a"><ref name="link-attributes"/><ref name="image"/></element>
                <group><ref name="tab-stop"/><ref name="table"/></group>
              </choice>
            </element>
          </choice>
        </define>
        <define name="tab-stop">
          <optional><attribute name="tabindex"><value>0</value></attribute></optional>
        </define>
        <define name="table">
          <element name="table">
            <optional>
              <element name="colgroup">
                <oneOrMore><element name="col"><attribute name="class"/></element></oneOrMore>
              </element>
            </optional>
            <choice>
              <group><element name="thead"><ref name="table-row"/></element><optional><ref name="table-body"/></optional></group>
              <ref name="table-body"/>
            </choice>
          </element>
        </define>
        <define name="table-body">
          <element name="tbody"><oneOrMore><ref name="table-row"/></oneOrMore></element>
        </define>
        <define name="table-row">
          <element name="tr">
            <ref name="text-attributes"/>
            <oneOrMore>
              <choice>
                <element name="th"><ref name="text-attributes"/><ref name="table-cell"/></element>
                <element name="td"><ref name="text-attributes"/><ref name="table-cell"/></element>
              </choice>
            </oneOrMore>
          </element>
        </define>
        <define name="table-cell">
          <zeroOrMore><choice><ref name="inline"/><ref name="block"/></choice></zeroOrMore>
        </define>
        <define name="items">
          <zeroOrMore>
            <element name="li">
              <ref name="text-attributes"/>
              <zeroOrMore><choice><ref name="inline"/><ref name="block"/></choice></zeroOrMore>
            </element>
          </zeroOrMore>
        </define>
      </grammar>
      """
  }
}
