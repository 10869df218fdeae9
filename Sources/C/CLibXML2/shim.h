#include <libxml/xmlversion.h>
// Debian's libxml2 is built with ICU, and encoding.h would then include ICU's headers, whose UErrorCode clashes with
// Foundation's own ICU. Only the private fields of xmlCharEncodingHandler depend on it, which nobody here touches.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
