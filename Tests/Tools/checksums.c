// Prints of each file that is named its size, the 64 bits of FNV-1a that logs of scripts tell, and its name.
#include <inttypes.h>
#include <stdio.h>

int main(int count, char **paths) {
  static unsigned char bytes[1 << 16];
  for (int index = 1; index < count; index++) {
    FILE *file = fopen(paths[index], "rb");
    if (!file) return perror(paths[index]), 1;
    uint64_t hash = 0xcbf29ce484222325, size = 0;
    for (size_t read; (read = fread(bytes, 1, sizeof bytes, file)) > 0; size += read)
      for (size_t place = 0; place < read; place++) hash = (hash ^ bytes[place]) * 0x100000001b3;
    if (ferror(file) || fclose(file)) return perror(paths[index]), 1;
    printf("%" PRIu64 " %016" PRIx64 " %s\n", size, hash, paths[index]);
  }
}
