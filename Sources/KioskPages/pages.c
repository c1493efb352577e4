#include "KioskPages.h"

// Older standards of C have the directive as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Each file is named twice: where its bytes come from, and in the table of what is served.
static const unsigned char api_js[] = {
#embed "../KioskWeb/Pages/api.js"
};
static const unsigned char attract_js[] = {
#embed "../KioskWeb/Pages/attract.js"
};
static const unsigned char base_css[] = {
#embed "../KioskWeb/Pages/base.css"
};
static const unsigned char booth_js[] = {
#embed "../KioskWeb/Pages/booth.js"
};
static const unsigned char camera_desk_js[] = {
#embed "../KioskWeb/Pages/camera-desk.js"
};
static const unsigned char downloads_js[] = {
#embed "../KioskWeb/Pages/downloads.js"
};
static const unsigned char effects_js[] = {
#embed "../KioskWeb/Pages/effects.js"
};
static const unsigned char favicon_svg[] = {
#embed "../KioskWeb/Pages/favicon.svg"
};
static const unsigned char fleet_html[] = {
#embed "../KioskWeb/Pages/fleet.html"
};
static const unsigned char fleet_js[] = {
#embed "../KioskWeb/Pages/fleet.js"
};
static const unsigned char gallery_css[] = {
#embed "../KioskWeb/Pages/gallery.css"
};
static const unsigned char gallery_html[] = {
#embed "../KioskWeb/Pages/gallery.html"
};
static const unsigned char gallery_js[] = {
#embed "../KioskWeb/Pages/gallery.js"
};
static const unsigned char icons_svg[] = {
#embed "../KioskWeb/Pages/icons.svg"
};
static const unsigned char kiosk_css[] = {
#embed "../KioskWeb/Pages/kiosk.css"
};
static const unsigned char kiosk_html[] = {
#embed "../KioskWeb/Pages/kiosk.html"
};
static const unsigned char kiosk_js[] = {
#embed "../KioskWeb/Pages/kiosk.js"
};
static const unsigned char language_js[] = {
#embed "../KioskWeb/Pages/language.js"
};
static const unsigned char level_js[] = {
#embed "../KioskWeb/Pages/level.js"
};
static const unsigned char live_photo_js[] = {
#embed "../KioskWeb/Pages/live-photo.js"
};
static const unsigned char login_html[] = {
#embed "../KioskWeb/Pages/login.html"
};
static const unsigned char login_js[] = {
#embed "../KioskWeb/Pages/login.js"
};
static const unsigned char operator_css[] = {
#embed "../KioskWeb/Pages/operator.css"
};
static const unsigned char operator_html[] = {
#embed "../KioskWeb/Pages/operator.html"
};
static const unsigned char operator_js[] = {
#embed "../KioskWeb/Pages/operator.js"
};
static const unsigned char page_js[] = {
#embed "../KioskWeb/Pages/page.js"
};
static const unsigned char picture_html[] = {
#embed "../KioskWeb/Pages/picture.html"
};
static const unsigned char picture_js[] = {
#embed "../KioskWeb/Pages/picture.js"
};
static const unsigned char preview_js[] = {
#embed "../KioskWeb/Pages/preview.js"
};
static const unsigned char printer_desk_js[] = {
#embed "../KioskWeb/Pages/printer-desk.js"
};
static const unsigned char printing_js[] = {
#embed "../KioskWeb/Pages/printing.js"
};
static const unsigned char review_js[] = {
#embed "../KioskWeb/Pages/review.js"
};
static const unsigned char share_html[] = {
#embed "../KioskWeb/Pages/share.html"
};
static const unsigned char share_js[] = {
#embed "../KioskWeb/Pages/share.js"
};
static const unsigned char sounds_js[] = {
#embed "../KioskWeb/Pages/sounds.js"
};
static const unsigned char strings_js[] = {
#embed "../KioskWeb/Pages/strings.js"
};
static const unsigned char templates_js[] = {
#embed "../KioskWeb/Pages/templates.js"
};

static const struct kiosk_page pages[] = {
    {"api.js", api_js, sizeof api_js},
    {"attract.js", attract_js, sizeof attract_js},
    {"base.css", base_css, sizeof base_css},
    {"booth.js", booth_js, sizeof booth_js},
    {"camera-desk.js", camera_desk_js, sizeof camera_desk_js},
    {"downloads.js", downloads_js, sizeof downloads_js},
    {"effects.js", effects_js, sizeof effects_js},
    {"favicon.svg", favicon_svg, sizeof favicon_svg},
    {"fleet.html", fleet_html, sizeof fleet_html},
    {"fleet.js", fleet_js, sizeof fleet_js},
    {"gallery.css", gallery_css, sizeof gallery_css},
    {"gallery.html", gallery_html, sizeof gallery_html},
    {"gallery.js", gallery_js, sizeof gallery_js},
    {"icons.svg", icons_svg, sizeof icons_svg},
    {"kiosk.css", kiosk_css, sizeof kiosk_css},
    {"kiosk.html", kiosk_html, sizeof kiosk_html},
    {"kiosk.js", kiosk_js, sizeof kiosk_js},
    {"language.js", language_js, sizeof language_js},
    {"level.js", level_js, sizeof level_js},
    {"live-photo.js", live_photo_js, sizeof live_photo_js},
    {"login.html", login_html, sizeof login_html},
    {"login.js", login_js, sizeof login_js},
    {"operator.css", operator_css, sizeof operator_css},
    {"operator.html", operator_html, sizeof operator_html},
    {"operator.js", operator_js, sizeof operator_js},
    {"page.js", page_js, sizeof page_js},
    {"picture.html", picture_html, sizeof picture_html},
    {"picture.js", picture_js, sizeof picture_js},
    {"preview.js", preview_js, sizeof preview_js},
    {"printer-desk.js", printer_desk_js, sizeof printer_desk_js},
    {"printing.js", printing_js, sizeof printing_js},
    {"review.js", review_js, sizeof review_js},
    {"share.html", share_html, sizeof share_html},
    {"share.js", share_js, sizeof share_js},
    {"sounds.js", sounds_js, sizeof sounds_js},
    {"strings.js", strings_js, sizeof strings_js},
    {"templates.js", templates_js, sizeof templates_js},
};

const struct kiosk_page *kiosk_page_at(long number) {
  return number >= 0 && number < (long)(sizeof pages / sizeof *pages) ? &pages[number] : 0;
}
