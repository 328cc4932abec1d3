// Alone in its file, so that a new version compiles nothing else.
#include "CPlatform.h"

const char *cplatform_version(void) { return LOOT_VERSION; }
