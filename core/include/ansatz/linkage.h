/* Brackets for the declarations of the public headers: names have C linkage in C++, too. */
#ifndef ANSATZ_LINKAGE_H
#define ANSATZ_LINKAGE_H

#ifdef __cplusplus
#define AZ_BEGIN_C extern "C" {
#define AZ_END_C }
#else
#define AZ_BEGIN_C
#define AZ_END_C
#endif

#endif
