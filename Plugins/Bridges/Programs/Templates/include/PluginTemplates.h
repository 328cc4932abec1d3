#ifndef PLUGIN_TEMPLATES_H
#define PLUGIN_TEMPLATES_H

#include <stddef.h>

/// A file embedded in the program. Its bytes never change.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} PluginTemplate;

/// The number of files.
size_t plugin_template_count(void);

/// The file at a position below the number of files.
PluginTemplate plugin_template_at(size_t position);

#endif
