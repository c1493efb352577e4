// Loaded into a program before all else (LD_PRELOAD), runs it again and again for tests, each time as a process of its own.
//
// A program of a hundred libraries takes longer to be linked than to look at a file. Here it is linked once, and every run
// is a fork that begins where its main function does. A request on standard input is the number of what follows, a folder
// to work in, files for output and errors, and arguments, each with a zero byte behind it; the answer is a line with the
// exit status, 128 and the number of a signal that ended it. A first such line says that there is a server.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int (*program)(int, char **, char **);

static void die(const char *what) {
  perror(what);
  _exit(126);
}

static void put(int file, const char *path, int flags) {
  int opened = open(path, flags, 0600);
  if (opened < 0 || dup2(opened, file) < 0) die(path);
  close(opened);
}

// The next word of a request; `NULL` at the end of all.
static char *word(void) {
  char *text = NULL;
  size_t size = 0;
  if (getdelim(&text, &size, 0, stdin) >= 0) return text;
  free(text);
  return NULL;
}

static void answer(int status) {
  dprintf(1, "%d\n", WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

static int serve(int count, char **arguments, char **environment) {
  (void)count;
  unsetenv("LD_PRELOAD");
  answer(0);
  for (char *text; (text = word());) {
    int words = atoi(text);
    char **request = calloc(words + 1, sizeof *request);
    if (!request) die("calloc");
    for (int index = 0; index < words; index++)
      if (!(request[index] = word())) _exit(125);
    pid_t child = fork();
    if (child < 0) die("fork");
    if (child == 0) {
      if (*request[0] && chdir(request[0]) < 0) die(request[0]);
      put(2, request[2], O_WRONLY | O_CREAT | O_TRUNC);
      put(1, request[1], O_WRONLY | O_CREAT | O_TRUNC);
      put(0, "/dev/null", O_RDONLY);
      request[2] = arguments[0];
      return program(words - 2, request + 2, environment);
    }
    int status;
    if (waitpid(child, &status, 0) < 0) die("waitpid");
    answer(status);
    for (int index = 0; index < words; index++) free(request[index]);
    free(request);
    free(text);
  }
  _exit(0);
}

int __libc_start_main(
    int (*main)(int, char **, char **), int count, char **arguments, void (*init)(void), void (*fini)(void),
    void (*end)(void), void *stack) {
  int (*start)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *) =
      dlsym(RTLD_NEXT, "__libc_start_main");
  program = main;
  return start(serve, count, arguments, init, fini, end, stack);
}
