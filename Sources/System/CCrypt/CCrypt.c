#include "CCrypt.h"
#include "CLibrary.h"
#include <stdlib.h>
#include <string.h>

CLIBRARY_NOTE("{\"feature\":\"passwords\",\"description\":\"Signing in with passwords\","
              "\"priority\":\"suggested\",\"soname\":[\"libcrypt.so.1\",\"libcrypt.so.2\"]}");

static struct {
    char *(*hash)(const char *password, const char *setting, void **data, int *size);
    char *(*new_setting)(const char *method, unsigned long cost, const char *random, int size);
} crypt;

static const struct clibrary_function functions[] = {
    {"crypt_ra", &crypt.hash},
    {"crypt_gensalt_ra", &crypt.new_setting},
    {NULL, NULL},
};

#ifdef __APPLE__
static const char *const names[] = {"libcrypt.2.dylib", NULL};
#else
static const char *const names[] = {"libcrypt.so.1", "libcrypt.so.2", NULL};
#endif

// Older libraries lack crypt_gensalt_ra.
static int is_recent(void) { return 1; }

static struct clibrary library = {names, functions, is_recent, 0};

int ccrypt_open(char *reason, size_t size) { return clibrary_open(&library, reason, size); }

int ccrypt_hash(const char *password, const char *setting, char *hash, size_t size) {
    if (!library.is_open) return 0;
    // Without a method, the library chooses the strongest one, and without random bytes, it gets them from the system.
    char *new_setting = setting ? NULL : crypt.new_setting(NULL, 0, NULL, 0);
    if (!setting && !new_setting) return 0;
    void *data = NULL;
    int data_size = 0;
    const char *result = crypt.hash(password, setting ? setting : new_setting, &data, &data_size);
    size_t length = result ? strlen(result) : 0;
    // Some versions report errors by a hash that begins with an asterisk.
    int is_valid = length > 0 && result[0] != '*' && length < size;
    if (is_valid) memcpy(hash, result, length + 1);
    free(data);
    free(new_setting);
    return is_valid;
}
