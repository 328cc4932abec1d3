#include "CTestLimits.h"

#include <stdlib.h>

// Many tests wait for processes and connections of their own; with all of them under way at once each would wait for
// the others. Swift Testing reads this variable when it begins; a value that is already there stays.
__attribute__((constructor)) static void limit_tests(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0);
}
