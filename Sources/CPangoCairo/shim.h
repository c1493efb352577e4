// Cairo and Pango, as far as they are used; the libraries are opened when the first template is drawn. Their own headers
// are not needed: objects are addresses to us, the functions' types are stable, and the development packages would bring
// some fifty others along.

typedef int (*cpango_reader)(void *context, unsigned char *bytes, unsigned int count);

void *cairo_create(void *surface);
void cairo_destroy(void *);
int cairo_status(void *);
const char *cairo_status_to_string(int status);
void cairo_save(void *);
void cairo_restore(void *);
void cairo_translate(void *, double x, double y);
void cairo_scale(void *, double x, double y);
void cairo_rotate(void *, double angle);
void cairo_set_source_rgba(void *, double red, double green, double blue, double alpha);
void cairo_set_source_surface(void *, void *surface, double x, double y);
void *cairo_get_source(void *);
void cairo_pattern_set_filter(void *pattern, int filter);
void cairo_pattern_set_extend(void *pattern, int extend);
void cairo_rectangle(void *, double x, double y, double width, double height);
void cairo_clip(void *);
void cairo_fill(void *);
void cairo_paint(void *);
void cairo_move_to(void *, double x, double y);
void *cairo_image_surface_create(int format, int width, int height);
void *cairo_image_surface_create_for_data(unsigned char *bytes, int format, int width, int height, int stride);
void *cairo_image_surface_create_from_png_stream(cpango_reader, void *context);
unsigned char *cairo_image_surface_get_data(void *surface);
int cairo_image_surface_get_width(void *surface);
int cairo_image_surface_get_height(void *surface);
int cairo_image_surface_get_stride(void *surface);
int cairo_surface_status(void *surface);
void cairo_surface_flush(void *surface);
void cairo_surface_destroy(void *surface);

void *pango_cairo_create_layout(void *cairo);
void pango_cairo_show_layout(void *cairo, void *layout);
void pango_layout_set_text(void *layout, const char *text, int length);
void pango_layout_set_font_description(void *layout, const void *description);
void pango_layout_set_single_paragraph_mode(void *layout, int is_single);
void pango_layout_get_pixel_size(void *layout, int *width, int *height);
void *pango_font_description_from_string(const char *text);
void pango_font_description_set_absolute_size(void *description, double size);
void pango_font_description_free(void *description);
void g_object_unref(void *);

#define CPANGO_FUNCTIONS(F) \
  F(cairo_create) F(cairo_destroy) F(cairo_status) F(cairo_status_to_string) F(cairo_save) F(cairo_restore) \
  F(cairo_translate) F(cairo_scale) F(cairo_rotate) F(cairo_set_source_rgba) F(cairo_set_source_surface) \
  F(cairo_get_source) F(cairo_pattern_set_filter) F(cairo_pattern_set_extend) F(cairo_rectangle) F(cairo_clip) \
  F(cairo_fill) F(cairo_paint) F(cairo_move_to) F(cairo_image_surface_create) \
  F(cairo_image_surface_create_for_data) F(cairo_image_surface_create_from_png_stream) \
  F(cairo_image_surface_get_data) F(cairo_image_surface_get_width) F(cairo_image_surface_get_height) \
  F(cairo_image_surface_get_stride) F(cairo_surface_status) F(cairo_surface_flush) F(cairo_surface_destroy) \
  F(pango_cairo_create_layout) F(pango_cairo_show_layout) F(pango_layout_set_text) \
  F(pango_layout_set_font_description) F(pango_layout_set_single_paragraph_mode) F(pango_layout_get_pixel_size) \
  F(pango_font_description_from_string) F(pango_font_description_set_absolute_size) F(pango_font_description_free) \
  F(g_object_unref)

#define CPANGO_FIELD(name) __typeof__(name) *name;
struct cpango_functions { CPANGO_FUNCTIONS(CPANGO_FIELD) };

// The functions' names, in the order of their table.
#define CPANGO_NAME(name) #name,
static const char *const cpango_names[] = {CPANGO_FUNCTIONS(CPANGO_NAME)};
