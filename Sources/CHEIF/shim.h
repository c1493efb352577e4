// Types and constants, and a table of the functions that are used: the library itself is opened when a HEIC is read or
// written, because it brings along a dozen codecs that would be loaded at every start.
#include <libheif/heif.h>

#define CHEIF_FUNCTIONS(F) \
  F(context_alloc) \
  F(context_free) \
  F(context_read_from_memory_without_copy) \
  F(context_set_maximum_image_size_limit) \
  F(context_get_primary_image_handle) \
  F(image_handle_release) \
  F(image_handle_has_alpha_channel) \
  F(image_handle_get_raw_color_profile_size) \
  F(image_handle_get_raw_color_profile) \
  F(image_handle_get_nclx_color_profile) \
  F(decoding_options_alloc) \
  F(decoding_options_free) \
  F(decode_image) \
  F(image_get_nclx_color_profile) \
  F(image_create) \
  F(image_add_plane) \
  F(image_get_plane) \
  F(image_get_width) \
  F(image_get_height) \
  F(image_get_bits_per_pixel_range) \
  F(image_set_nclx_color_profile) \
  F(image_set_raw_color_profile) \
  F(image_release) \
  F(nclx_color_profile_alloc) \
  F(nclx_color_profile_free) \
  F(context_get_encoder_for_format) \
  F(encoder_release) \
  F(encoder_set_lossy_quality) \
  F(encoder_set_parameter_string) \
  F(context_encode_image) \
  F(context_encode_thumbnail) \
  F(context_add_exif_metadata) \
  F(context_write)

#define CHEIF_FIELD(name) __typeof__(heif_##name) *name;
struct cheif_functions { CHEIF_FUNCTIONS(CHEIF_FIELD) };

// The functions' names, in the order of the table.
#define CHEIF_NAME(name) "heif_" #name,
static const char *const cheif_names[] = {CHEIF_FUNCTIONS(CHEIF_NAME)};
