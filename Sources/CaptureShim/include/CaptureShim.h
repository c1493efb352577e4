// The index: what `livecam emulate` hands to the preload library, one file, little-endian, without pointers.
//
// EmulationIndex.swift writes it and index.c checks it; the numbers and the order of the fields are theirs both. All
// times are nanoseconds. A fixture's own times count from the start of a stream, `plugs` from the start of the first.
#ifndef LIVECAM_CAPTURE_SHIM_H
#define LIVECAM_CAPTURE_SHIM_H

#include <stdint.h>

#define EC_MAGIC "LVCAMEMU"
#define EC_VERSION 1u
// What the library is called in the folder of a camera that comes beside others, each of which has one of its own.
#define EC_COPY "preload.so"

// Behind the header: frames, controls, menu entries, faults, plugs, in this order and without a gap.
struct ec_header {
  uint8_t magic[8];
  uint32_t version;
  uint32_t header_bytes;
  uint64_t total_bytes;
  uint64_t checksum;  // FNV-1a, 64 bits, of everything behind this field
  uint64_t footage_bytes;
  uint32_t frame_count, control_count, menu_count, fault_count, plug_count;
  uint32_t number;  // of the node: /dev/video<number>
  uint32_t pixel_format, width, height, row_bytes, picture_bytes;
  uint32_t colorspace, quantization, transfer;
  uint32_t interval_numerator, interval_denominator;
  uint32_t stamp_flags;  // V4L2_BUF_FLAG_TSTAMP_SRC_…
  uint32_t loops;
  uint64_t period, period_sequences;  // of a round
  int64_t end;                        // when the fixture ends, if it is not repeated
  char node[64];
  char driver[16], card[32], bus[32], coding[32];
};

struct ec_frame {
  int64_t time, arrival;
  uint64_t offset;
  uint32_t bytes, sequence;
};

struct ec_control {
  int64_t minimum, maximum, default_value, value;
  uint64_t step;
  uint32_t id, type, flags, menu_first, menu_count, unused;
  char name[32];
};

struct ec_menu_entry {
  int64_t value;
  char name[32];
};

enum { EC_DROP = 1, EC_ERROR = 2, EC_TRUNCATE = 3 };

// Something goes wrong with the frame that is `frame` frames behind a stream's first.
struct ec_fault {
  uint64_t frame;
  uint32_t kind;
  uint32_t bytes;  // what is left of one that is cut
};

enum { EC_UNPLUGGED = 0, EC_PLUGGED = 1, EC_GOES_ON = 2 };

// The camera goes or comes, then as /dev/video<number>. Where it came when it was recorded the fixture goes on: a stream
// that is started then joins in.
struct ec_plug {
  int64_t time;
  uint32_t connected, number;
};

_Static_assert(sizeof(struct ec_header) == 312, "the layout that EmulationIndex writes");
_Static_assert(sizeof(struct ec_frame) == 32, "the layout that EmulationIndex writes");
_Static_assert(sizeof(struct ec_control) == 96, "the layout that EmulationIndex writes");
_Static_assert(sizeof(struct ec_menu_entry) == 40, "the layout that EmulationIndex writes");
_Static_assert(sizeof(struct ec_fault) == 16, "the layout that EmulationIndex writes");
_Static_assert(sizeof(struct ec_plug) == 16, "the layout that EmulationIndex writes");

#endif
