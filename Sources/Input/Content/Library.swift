import Diagnostics

/// The whole site's content.
public struct Library: Sendable {
  public var settings: SiteSettings
  /// The pages: the home page first, then the others by weight and path.
  public var pages: [Page]
  /// The targets of the content's links.
  public var links: LinkIndex
  /// The content that is not published, in the order of the paths; a folder stands for everything in it.
  public var keptBack: [KeptBack] = []
  /// The pictures of other sites that were fetched.
  public var pictureLock = PictureLock()
  /// The pictures of other sites in the content, if they are about to be fetched.
  public var namedPictures: [NamedPicture] = []
}

extension Library {
  /// The library without some files of the content: pictures are replaced by their descriptions, and links by their
  /// text.
  ///
  /// - Complexity: O(content)
  public func without(files: Set<String>) -> Library {
    var library = self
    library.links.remove(files: files)
    for page in library.pages.indices {
      let source = library.pages[page].source.path
      library.pages[page].introduction = library.links.withoutMissingImages(pages[page].introduction, from: source)
      for shelf in library.pages[page].shelves.indices {
        for number in library.pages[page].shelves[shelf].cards.indices {
          let card = pages[page].shelves[shelf].cards[number]
          if let image = card.image?.path, files.contains(image) {
            library.pages[page].shelves[shelf].cards[number].image = nil
          }
          library.pages[page].shelves[shelf].cards[number].body = library.links.withoutMissingImages(
            card.body, from: card.source.path)
        }
      }
    }
    return library
  }
}
