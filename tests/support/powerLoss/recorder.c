/*
 * Records what a process does to the files below one directory: each write, truncation, sync, rename, creation and removal, with its
 * bytes, in the order in which they were done, into one log that all processes share. Loaded by LD_PRELOAD into the server, its
 * database and all others that it starts. ROOT and LOG are given to the compiler, because the database gets no environment.
 *
 * A record is written after its operation, and a sync notes how long the log was before it began: only records before that count as synced.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OP_CREATE = 1, OP_WRITE, OP_TRUNCATE, OP_SYNC, OP_RENAME, OP_LINK, OP_UNLINK, OP_MKDIR, OP_RMDIR, OP_EXTEND, OP_SYNC_DIR };
enum { MOST_FILES = 65536, LOG_FD = 900 };

struct head {
  uint32_t bytes, op;
  uint64_t inode, offset, size;
  uint32_t first, second;
};

static int log_fd = -1;
static unsigned char tracked[MOST_FILES];

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__) = NULL; \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

__attribute__((constructor)) static void open_log(void) {
  int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  int fd = real(LOG, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd < 0) return;
  log_fd = fcntl(fd, F_DUPFD_CLOEXEC, LOG_FD);
  close(fd);
}

static uint64_t log_size(void) {
  struct stat found;
  return log_fd >= 0 && fstat(log_fd, &found) == 0 ? (uint64_t)found.st_size : 0;
}

static void record(uint32_t op, uint64_t inode, uint64_t offset, uint64_t size, const char *first, const char *second, const struct iovec *data, int count) {
  if (log_fd < 0) return;
  int error = errno;
  struct head head = {.op = op, .inode = inode, .offset = offset, .size = size, .first = first ? strlen(first) : 0, .second = second ? strlen(second) : 0};
  struct iovec parts[3 + 64];
  int used = 0;
  parts[used++] = (struct iovec){&head, sizeof head};
  if (first) parts[used++] = (struct iovec){(void *)first, head.first};
  if (second) parts[used++] = (struct iovec){(void *)second, head.second};
  uint64_t left = op == OP_WRITE ? size : 0;
  for (int i = 0; i < count && left > 0 && used < 67; i++) {
    uint64_t length = data[i].iov_len < left ? data[i].iov_len : left;
    parts[used++] = (struct iovec){data[i].iov_base, length};
    left -= length;
  }
  head.bytes = 0;
  for (int i = 0; i < used; i++) head.bytes += parts[i].iov_len;
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  if (real(log_fd, parts, used) != (ssize_t)head.bytes) _exit(77);
  errno = error;
}

/* The absolute path, without links in it resolved; 0 where it is not below ROOT. */
static int below(int directory, const char *path, char *full) {
  char base[PATH_MAX] = "";
  if (path[0] != '/') {
    if (directory == AT_FDCWD) {
      if (!getcwd(base, sizeof base)) return 0;
    } else {
      char link[64];
      snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
      ssize_t length = readlink(link, base, sizeof base - 1);
      if (length < 0) return 0;
      base[length] = 0;
    }
  }
  while (path[0] == '.' && path[1] == '/') path += 2;
  if (snprintf(full, PATH_MAX, "%s%s%s", base, base[0] ? "/" : "", path) >= PATH_MAX) return 0;
  return strncmp(full, ROOT "/", sizeof ROOT) == 0;
}

static uint64_t inode_of(int fd, int *is_directory) {
  struct stat found;
  if (fstat(fd, &found) != 0) return 0;
  if (is_directory) *is_directory = S_ISDIR(found.st_mode);
  return S_ISREG(found.st_mode) || S_ISDIR(found.st_mode) ? found.st_ino : 0;
}

static int is_tracked(int fd) { return fd >= 0 && fd < MOST_FILES && tracked[fd]; }

static int opened(int fd, int flags, const char *full, int is_below, int was_there) {
  if (fd < 0 || fd >= MOST_FILES) return fd;
  tracked[fd] = is_below;
  if (!is_below) return fd;
  uint64_t inode = inode_of(fd, NULL);
  if ((flags & O_CREAT) && !was_there) record(OP_CREATE, inode, 0, 0, full, NULL, NULL, 0);
  else if (flags & O_TRUNC) record(OP_TRUNCATE, inode, 0, 0, full, NULL, NULL, 0);
  return fd;
}

static int open_at(int directory, const char *path, int flags, mode_t mode) {
  REAL(int, "openat", int, const char *, int, ...);
  char full[PATH_MAX];
  int is_below = below(directory, path, full);
  struct stat found;
  int was_there = is_below && (flags & O_CREAT) && fstatat(directory, path, &found, 0) == 0;
  return opened(real(directory, path, flags, mode), flags, full, is_below, was_there);
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }

int open(const char *path, int flags, ...) { MODE(flags) return open_at(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return open_at(AT_FDCWD, path, flags, mode); }
int openat(int directory, const char *path, int flags, ...) { MODE(flags) return open_at(directory, path, flags, mode); }
int openat64(int directory, const char *path, int flags, ...) { MODE(flags) return open_at(directory, path, flags, mode); }
int __open_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }

static void wrote(int fd, const struct iovec *data, int count, ssize_t written, int64_t offset) {
  if (written <= 0 || !is_tracked(fd)) return;
  int error = errno, is_directory = 0;
  uint64_t inode = inode_of(fd, &is_directory);
  if (inode && !is_directory) {
    if (offset < 0) {
      /* Where the file stands now is after what was written, also for files that are appended to. */
      off_t now = lseek(fd, 0, SEEK_CUR);
      offset = now - written;
    }
    record(OP_WRITE, inode, offset, written, NULL, NULL, data, count);
  }
  errno = error;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  REAL(ssize_t, "write", int, const void *, size_t);
  ssize_t written = real(fd, bytes, length);
  wrote(fd, &(struct iovec){(void *)bytes, length}, 1, written, -1);
  return written;
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
  ssize_t written = real(fd, bytes, length, offset);
  wrote(fd, &(struct iovec){(void *)bytes, length}, 1, written, offset);
  return written;
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t offset) { return pwrite(fd, bytes, length, offset); }
ssize_t writev(int fd, const struct iovec *data, int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  ssize_t written = real(fd, data, count);
  if (fd != log_fd) wrote(fd, data, count, written, -1);
  return written;
}
ssize_t pwritev(int fd, const struct iovec *data, int count, off_t offset) {
  REAL(ssize_t, "pwritev", int, const struct iovec *, int, off_t);
  ssize_t written = real(fd, data, count, offset);
  wrote(fd, data, count, written, offset);
  return written;
}
ssize_t pwritev64(int fd, const struct iovec *data, int count, off_t offset) { return pwritev(fd, data, count, offset); }

int ftruncate(int fd, off_t size) {
  REAL(int, "ftruncate", int, off_t);
  int result = real(fd, size);
  if (result == 0 && is_tracked(fd)) record(OP_TRUNCATE, inode_of(fd, NULL), 0, size, NULL, NULL, NULL, 0);
  return result;
}
int ftruncate64(int fd, off_t size) { return ftruncate(fd, size); }
int truncate(const char *path, off_t size) {
  REAL(int, "truncate", const char *, off_t);
  int result = real(path, size);
  char full[PATH_MAX];
  struct stat found;
  if (result == 0 && below(AT_FDCWD, path, full) && stat(path, &found) == 0) record(OP_TRUNCATE, found.st_ino, 0, size, NULL, NULL, NULL, 0);
  return result;
}
int truncate64(const char *path, off_t size) { return truncate(path, size); }

int posix_fallocate(int fd, off_t offset, off_t length) {
  REAL(int, "posix_fallocate", int, off_t, off_t);
  int result = real(fd, offset, length);
  if (result == 0 && is_tracked(fd)) record(OP_EXTEND, inode_of(fd, NULL), 0, offset + length, NULL, NULL, NULL, 0);
  return result;
}
int posix_fallocate64(int fd, off_t offset, off_t length) { return posix_fallocate(fd, offset, length); }

static int synced(int fd, int (*real)(int)) {
  uint64_t before = log_size();
  int result = real(fd);
  if (result != 0 || !is_tracked(fd)) return result;
  int is_directory = 0;
  uint64_t inode = inode_of(fd, &is_directory);
  if (is_directory) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length > 0) {
      path[length] = 0;
      record(OP_SYNC_DIR, inode, before, 0, path, NULL, NULL, 0);
    }
  } else if (inode) record(OP_SYNC, inode, before, 0, NULL, NULL, NULL, 0);
  return result;
}
int fsync(int fd) {
  REAL(int, "fsync", int);
  return synced(fd, real);
}
int fdatasync(int fd) {
  REAL(int, "fdatasync", int);
  return synced(fd, real);
}

static void moved(uint32_t op, int from_directory, const char *from, int to_directory, const char *to) {
  char first[PATH_MAX], second[PATH_MAX];
  int is_first = below(from_directory, from, first), is_second = below(to_directory, to, second);
  if (!is_first && !is_second) return;
  struct stat found;
  if (fstatat(to_directory, to, &found, AT_SYMLINK_NOFOLLOW) == 0) record(op, found.st_ino, 0, 0, first, second, NULL, 0);
}
int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  int result = real(from, to);
  if (result == 0) moved(OP_RENAME, AT_FDCWD, from, AT_FDCWD, to);
  return result;
}
int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  REAL(int, "renameat", int, const char *, int, const char *);
  int result = real(from_directory, from, to_directory, to);
  if (result == 0) moved(OP_RENAME, from_directory, from, to_directory, to);
  return result;
}
int link(const char *from, const char *to) {
  REAL(int, "link", const char *, const char *);
  int result = real(from, to);
  if (result == 0) moved(OP_LINK, AT_FDCWD, from, AT_FDCWD, to);
  return result;
}

static void changed(uint32_t op, int directory, const char *path) {
  char full[PATH_MAX];
  if (below(directory, path, full)) record(op, 0, 0, 0, full, NULL, NULL, 0);
}
int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  int result = real(path);
  if (result == 0) changed(OP_UNLINK, AT_FDCWD, path);
  return result;
}
int unlinkat(int directory, const char *path, int flags) {
  REAL(int, "unlinkat", int, const char *, int);
  int result = real(directory, path, flags);
  if (result == 0) changed(flags & AT_REMOVEDIR ? OP_RMDIR : OP_UNLINK, directory, path);
  return result;
}
int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  int result = real(path, mode);
  if (result == 0) changed(OP_MKDIR, AT_FDCWD, path);
  return result;
}
int rmdir(const char *path) {
  REAL(int, "rmdir", const char *);
  int result = real(path);
  if (result == 0) changed(OP_RMDIR, AT_FDCWD, path);
  return result;
}
