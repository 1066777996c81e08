#pragma once
#include <features.h>
#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#define __THROW noexcept(true)
#else
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#endif
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#define __P(args) args
#define __ptr_t void *
