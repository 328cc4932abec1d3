#ifndef PLUGIN_TEMPLATES_H
#define PLUGIN_TEMPLATES_H

#include <stddef.h>

/// A file embedded in the program. Its bytes never change.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} PluginTemplate;

/// Returns the number of files.
size_t plugin_template_count(void);

/// Returns the file at a position, which must be less than the number of files.
PluginTemplate plugin_template_at(size_t position);

#endif
