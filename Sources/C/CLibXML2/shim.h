#include <libxml/xmlversion.h>
// Debian's libxml2 is built with ICU, and encoding.h would then include ICU's headers, whose UErrorCode clashes with
// Foundation's ICU. Only the private fields of xmlCharEncodingHandler depend on it, and this project does not use them.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlschemastypes.h>

/* A variable, whose use in Swift is not safe in several threads. */
static inline const char *clibxml2_version(void) { return xmlParserVersion; }
