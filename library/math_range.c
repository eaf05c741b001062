/* math.h: the functions whose results no standard defines to the last bit, in float, double and
 * long double: sines, exponentials, logarithms, powers. */
#include "contract.h"

#ifndef MODEL /* a test gives the models other names */
#define MODEL(name) name
#endif

/* A program's own signgam is a different variable, which libm does not write. */
#ifndef signgam /* a test gives it another name */
__attribute__((visibility("protected")))
#endif
int signgam;

#define T long double
#define NAME(name) name##l
#define EXP_MAX 11356
#define EXP2_MAX 16383
#define EXP10_MAX 4932
#define GAMMA_MAX 1755
#define LOG_MAX 16500
#define EPSILON 0x1p-60L
#include "math_range_of_type.h"

#define T double
#define NAME(name) name
#define EXP_MAX 709
#define EXP2_MAX 1023
#define EXP10_MAX 308
#define GAMMA_MAX 171
#define LOG_MAX 1100
#define EPSILON 0x1p-50
#include "math_range_of_type.h"

#define T float
#define NAME(name) name##f
#define EXP_MAX 88
#define EXP2_MAX 127
#define EXP10_MAX 38
#define GAMMA_MAX 35
#define LOG_MAX 150
#define EPSILON 0x1p-21f
#include "math_range_of_type.h"
