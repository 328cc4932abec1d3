#include "HTTPAssets.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const unsigned char page_css[] = {
#embed "files/page.css"
};
static const unsigned char page_js[] = {
#embed "files/page.js"
};
static const unsigned char live_js[] = {
#embed "files/live.js"
};
static const unsigned char stream_js[] = {
#embed "files/stream.js"
};
static const unsigned char worker_js[] = {
#embed "files/worker.js"
};
static const unsigned char list_js[] = {
#embed "files/list.js"
};
static const unsigned char morph_js[] = {
#embed "files/morph.js"
};
static const unsigned char place_js[] = {
#embed "files/place.js"
};
static const unsigned char announce_js[] = {
#embed "files/announce.js"
};
static const unsigned char sections_js[] = {
#embed "files/sections.js"
};
static const unsigned char step_js[] = {
#embed "files/step.js"
};
static const unsigned char rows_js[] = {
#embed "files/rows.js"
};
static const unsigned char scan_js[] = {
#embed "files/scan.js"
};
static const unsigned char reader_js[] = {
#embed "files/reader.js"
};
static const unsigned char decoder_js[] = {
#embed "files/decoder.js"
};
static const unsigned char contrast_js[] = {
#embed "files/contrast.js"
};
static const unsigned char finders_js[] = {
#embed "files/finders.js"
};
static const unsigned char grid_js[] = {
#embed "files/grid.js"
};
static const unsigned char home_js[] = {
#embed "files/home.js"
};
static const unsigned char qr_js[] = {
#embed "files/qr.js"
};
static const unsigned char symbol_js[] = {
#embed "files/symbol.js"
};
static const unsigned char solomon_js[] = {
#embed "files/solomon.js"
};
static const unsigned char segments_js[] = {
#embed "files/segments.js"
};
static const unsigned char linear_js[] = {
#embed "files/linear.js"
};
static const unsigned char stripes_js[] = {
#embed "files/stripes.js"
};
static const unsigned char dialogs_js[] = {
#embed "files/dialogs.js"
};
static const unsigned char fields_js[] = {
#embed "files/fields.js"
};
static const unsigned char forms_js[] = {
#embed "files/forms.js"
};
static const unsigned char files_js[] = {
#embed "files/files.js"
};
static const unsigned char catalog_js[] = {
#embed "files/catalog.js"
};
static const unsigned char containers_js[] = {
#embed "files/containers.js"
};
static const unsigned char layouts_js[] = {
#embed "files/layouts.js"
};
static const unsigned char catalog_css[] = {
#embed "files/catalog.css"
};
static const unsigned char import_js[] = {
#embed "files/import.js"
};
static const unsigned char icon_svg[] = {
#embed "files/icon.svg"
};
static const unsigned char space_js[] = {
#embed "files/space.js"
};
static const unsigned char request_js[] = {
#embed "files/request.js"
};
static const unsigned char actions_js[] = {
#embed "files/actions.js"
};
static const unsigned char marks_js[] = {
#embed "files/marks.js"
};
static const unsigned char keys_js[] = {
#embed "files/keys.js"
};
static const unsigned char pane_js[] = {
#embed "files/pane.js"
};
static const unsigned char palette_js[] = {
#embed "files/palette.js"
};
static const unsigned char clicks_js[] = {
#embed "files/clicks.js"
};
static const unsigned char lately_js[] = {
#embed "files/lately.js"
};
static const unsigned char text_js[] = {
#embed "files/text.js"
};
static const unsigned char local_js[] = {
#embed "files/local.js"
};
static const unsigned char manifest_webmanifest[] = {
#embed "files/manifest.webmanifest"
};
static const unsigned char icon_180_png[] = {
#embed "files/icon-180.png"
};
static const unsigned char icon_192_png[] = {
#embed "files/icon-192.png"
};
static const unsigned char icon_512_png[] = {
#embed "files/icon-512.png"
};

static const HTTPAsset assets[] = {
    {"page.css", "text/css; charset=utf-8", page_css, sizeof page_css},
    {"page.js", "text/javascript; charset=utf-8", page_js, sizeof page_js},
    {"live.js", "text/javascript; charset=utf-8", live_js, sizeof live_js},
    {"stream.js", "text/javascript; charset=utf-8", stream_js, sizeof stream_js},
    {"worker.js", "text/javascript; charset=utf-8", worker_js, sizeof worker_js},
    {"list.js", "text/javascript; charset=utf-8", list_js, sizeof list_js},
    {"morph.js", "text/javascript; charset=utf-8", morph_js, sizeof morph_js},
    {"place.js", "text/javascript; charset=utf-8", place_js, sizeof place_js},
    {"announce.js", "text/javascript; charset=utf-8", announce_js, sizeof announce_js},
    {"sections.js", "text/javascript; charset=utf-8", sections_js, sizeof sections_js},
    {"step.js", "text/javascript; charset=utf-8", step_js, sizeof step_js},
    {"rows.js", "text/javascript; charset=utf-8", rows_js, sizeof rows_js},
    {"scan.js", "text/javascript; charset=utf-8", scan_js, sizeof scan_js},
    {"reader.js", "text/javascript; charset=utf-8", reader_js, sizeof reader_js},
    {"decoder.js", "text/javascript; charset=utf-8", decoder_js, sizeof decoder_js},
    {"contrast.js", "text/javascript; charset=utf-8", contrast_js, sizeof contrast_js},
    {"finders.js", "text/javascript; charset=utf-8", finders_js, sizeof finders_js},
    {"grid.js", "text/javascript; charset=utf-8", grid_js, sizeof grid_js},
    {"home.js", "text/javascript; charset=utf-8", home_js, sizeof home_js},
    {"qr.js", "text/javascript; charset=utf-8", qr_js, sizeof qr_js},
    {"symbol.js", "text/javascript; charset=utf-8", symbol_js, sizeof symbol_js},
    {"solomon.js", "text/javascript; charset=utf-8", solomon_js, sizeof solomon_js},
    {"segments.js", "text/javascript; charset=utf-8", segments_js, sizeof segments_js},
    {"linear.js", "text/javascript; charset=utf-8", linear_js, sizeof linear_js},
    {"stripes.js", "text/javascript; charset=utf-8", stripes_js, sizeof stripes_js},
    {"dialogs.js", "text/javascript; charset=utf-8", dialogs_js, sizeof dialogs_js},
    {"fields.js", "text/javascript; charset=utf-8", fields_js, sizeof fields_js},
    {"forms.js", "text/javascript; charset=utf-8", forms_js, sizeof forms_js},
    {"files.js", "text/javascript; charset=utf-8", files_js, sizeof files_js},
    {"catalog.js", "text/javascript; charset=utf-8", catalog_js, sizeof catalog_js},
    {"containers.js", "text/javascript; charset=utf-8", containers_js, sizeof containers_js},
    {"layouts.js", "text/javascript; charset=utf-8", layouts_js, sizeof layouts_js},
    {"catalog.css", "text/css; charset=utf-8", catalog_css, sizeof catalog_css},
    {"import.js", "text/javascript; charset=utf-8", import_js, sizeof import_js},
    {"icon.svg", "image/svg+xml", icon_svg, sizeof icon_svg},
    {"space.js", "text/javascript; charset=utf-8", space_js, sizeof space_js},
    {"request.js", "text/javascript; charset=utf-8", request_js, sizeof request_js},
    {"actions.js", "text/javascript; charset=utf-8", actions_js, sizeof actions_js},
    {"marks.js", "text/javascript; charset=utf-8", marks_js, sizeof marks_js},
    {"keys.js", "text/javascript; charset=utf-8", keys_js, sizeof keys_js},
    {"pane.js", "text/javascript; charset=utf-8", pane_js, sizeof pane_js},
    {"palette.js", "text/javascript; charset=utf-8", palette_js, sizeof palette_js},
    {"clicks.js", "text/javascript; charset=utf-8", clicks_js, sizeof clicks_js},
    {"lately.js", "text/javascript; charset=utf-8", lately_js, sizeof lately_js},
    {"text.js", "text/javascript; charset=utf-8", text_js, sizeof text_js},
    {"local.js", "text/javascript; charset=utf-8", local_js, sizeof local_js},
    {"manifest.webmanifest", "application/manifest+json", manifest_webmanifest, sizeof manifest_webmanifest},
    {"icon-180.png", "image/png", icon_180_png, sizeof icon_180_png},
    {"icon-192.png", "image/png", icon_192_png, sizeof icon_192_png},
    {"icon-512.png", "image/png", icon_512_png, sizeof icon_512_png},
};

size_t http_asset_count(void) { return sizeof assets / sizeof assets[0]; }

HTTPAsset http_asset_at(size_t position) { return assets[position]; }
