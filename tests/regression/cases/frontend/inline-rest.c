#include "inline.h"
int rest(int x) { return twice(x) + thrice(x); }
