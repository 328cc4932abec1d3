// In a separate file, so that a new version recompiles nothing else.
#include "CPlatform.h"

const char *cplatform_version(void) { return LOOT_VERSION; }
