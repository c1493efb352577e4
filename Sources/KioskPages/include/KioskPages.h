// The files of the booth's pages, which are part of the program: no folder to be found, none to be changed by others.
#pragma once

struct kiosk_page {
  const char *name;
  const unsigned char *bytes;
  long count;
};

// A file by its number from 0; null behind the last.
const struct kiosk_page *kiosk_page_at(long number);
