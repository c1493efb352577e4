// Also reading row by row: out of an error libpng jumps, which Swift must not be in the way of.
#include <png.h>
#include <setjmp.h>
#include <string.h>

struct cpng_reader {
  png_structp png;
  png_infop info;
  int (*take)(void *context, unsigned char *bytes, size_t count);
  void *context;
  char message[64];
};

static void cpng_fail(png_structp png, png_const_charp message) {
  struct cpng_reader *reader = (struct cpng_reader *)png_get_error_ptr(png);
  strncpy(reader->message, message, sizeof reader->message - 1);
  png_longjmp(png, 1);
}

static void cpng_pass_over(png_structp png, png_const_charp message) {}

static void cpng_take(png_structp png, png_bytep bytes, size_t count) {
  struct cpng_reader *reader = (struct cpng_reader *)png_get_io_ptr(png);
  if (!reader->take(reader->context, bytes, count)) png_error(png, "read beyond end of data");
}

static inline void cpng_close(struct cpng_reader *reader) {
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
}

// Reads up to the pixels, which will come as R, G, B over white, in the way of libpng's simple interface. 0 if that
// fails or the picture is not of that width, with a message; the reader must be closed in any case. `take` fills bytes
// from where it was, and gives 0 if it cannot.
static inline int cpng_open(
  struct cpng_reader *reader, size_t width, int (*take)(void *, unsigned char *, size_t), void *context) {
  memset(reader, 0, sizeof *reader);
  reader->take = take;
  reader->context = context;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, cpng_fail, cpng_pass_over);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) {
    strcpy(reader->message, "out of memory");
    return 0;
  }
  if (setjmp(png_jmpbuf(reader->png))) return 0;
  png_set_read_fn(reader->png, reader, cpng_take);
  png_read_info(reader->png, reader->info);
  png_set_expand(reader->png);
  png_set_scale_16(reader->png);
  png_set_gray_to_rgb(reader->png);
  png_set_alpha_mode(reader->png, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
  int is_deep = png_get_bit_depth(reader->png, reader->info) == 16;
  png_uint_16 most = is_deep ? 65535 : 255;
  png_color_16 white = {.red = most, .green = most, .blue = most, .gray = most};
  png_set_background(reader->png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1);
  png_read_update_info(reader->png, reader->info);
  if (png_get_rowbytes(reader->png, reader->info) != 3 * width) png_error(reader->png, "rows of another size");
  return 1;
}

// Reads the next row into three bytes a pixel. 0 if that fails, with a message.
static inline int cpng_read_row(struct cpng_reader *reader, unsigned char *row) {
  if (setjmp(png_jmpbuf(reader->png))) return 0;
  png_read_row(reader->png, row, NULL);
  return 1;
}
