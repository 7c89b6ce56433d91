/* real.c: the C library's real functions, so that results do not depend on a browser's Math. */
#include <math.h>

#define EXPORT(name) __attribute__((export_name(#name), used))

EXPORT(real_exp) double real_exp(double x) { return exp(x); }
EXPORT(real_log) double real_log(double x) { return log(x); }
EXPORT(real_pow) double real_pow(double x, double y) { return pow(x, y); }
EXPORT(real_erfc) double real_erfc(double x) { return erfc(x); }
