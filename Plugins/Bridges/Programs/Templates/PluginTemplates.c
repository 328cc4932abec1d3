#include "PluginTemplates.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const unsigned char action_go[] = {
#embed "files/action.go"
};
static const unsigned char action_py[] = {
#embed "files/action.py"
};
static const unsigned char action_sh[] = {
#embed "files/action.sh"
};
static const unsigned char exporter_go[] = {
#embed "files/exporter.go"
};
static const unsigned char exporter_py[] = {
#embed "files/exporter.py"
};
static const unsigned char exporter_sh[] = {
#embed "files/exporter.sh"
};
static const unsigned char hook_go[] = {
#embed "files/hook.go"
};
static const unsigned char hook_py[] = {
#embed "files/hook.py"
};
static const unsigned char hook_sh[] = {
#embed "files/hook.sh"
};
static const unsigned char importer_go[] = {
#embed "files/importer.go"
};
static const unsigned char importer_py[] = {
#embed "files/importer.py"
};
static const unsigned char importer_sh[] = {
#embed "files/importer.sh"
};
static const unsigned char lootlogger_py[] = {
#embed "files/lootlogger.py"
};
static const unsigned char protocol_go[] = {
#embed "files/protocol.go"
};
static const unsigned char protocol_sh[] = {
#embed "files/protocol.sh"
};
static const unsigned char sectioning_go[] = {
#embed "files/sectioning.go"
};
static const unsigned char sectioning_py[] = {
#embed "files/sectioning.py"
};
static const unsigned char sectioning_sh[] = {
#embed "files/sectioning.sh"
};
static const unsigned char store_go[] = {
#embed "files/store.go"
};
static const unsigned char store_py[] = {
#embed "files/store.py"
};
static const unsigned char store_sh[] = {
#embed "files/store.sh"
};

static const PluginTemplate files[] = {
    {"action.go", action_go, sizeof action_go},
    {"action.py", action_py, sizeof action_py},
    {"action.sh", action_sh, sizeof action_sh},
    {"exporter.go", exporter_go, sizeof exporter_go},
    {"exporter.py", exporter_py, sizeof exporter_py},
    {"exporter.sh", exporter_sh, sizeof exporter_sh},
    {"hook.go", hook_go, sizeof hook_go},
    {"hook.py", hook_py, sizeof hook_py},
    {"hook.sh", hook_sh, sizeof hook_sh},
    {"importer.go", importer_go, sizeof importer_go},
    {"importer.py", importer_py, sizeof importer_py},
    {"importer.sh", importer_sh, sizeof importer_sh},
    {"lootlogger.py", lootlogger_py, sizeof lootlogger_py},
    {"protocol.go", protocol_go, sizeof protocol_go},
    {"protocol.sh", protocol_sh, sizeof protocol_sh},
    {"sectioning.go", sectioning_go, sizeof sectioning_go},
    {"sectioning.py", sectioning_py, sizeof sectioning_py},
    {"sectioning.sh", sectioning_sh, sizeof sectioning_sh},
    {"store.go", store_go, sizeof store_go},
    {"store.py", store_py, sizeof store_py},
    {"store.sh", store_sh, sizeof store_sh},
};

size_t plugin_template_count(void) { return sizeof files / sizeof files[0]; }

PluginTemplate plugin_template_at(size_t position) { return files[position]; }
