#ifndef CCRYPT_H
#define CCRYPT_H

#include <stddef.h>

/// The greatest size of a hash, including the null byte.
#define CCRYPT_HASH_SIZE 384

/// Opens libcrypt (libxcrypt) if necessary. Can be called on any thread. Returns a result of clibrary_open, and writes
/// the system's description of a failure to `reason`.
int ccrypt_open(char *reason, size_t size);

/// Hashes a password with the parameters of another hash, or with new salt and the strongest method if `setting` is
/// NULL. Takes 10 to 100 ms and about 16 MiB. Can be called on any thread. Returns 1, or 0 if the setting is invalid,
/// the target is too small, or memory is lacking.
int ccrypt_hash(const char *password, const char *setting, char *hash, size_t size);

#endif
