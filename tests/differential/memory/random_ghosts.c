/* The random observation as a loadable module, which check.py builds. */
#include "../../unit/random_observation.h"

AZ_MODULE(random_ghosts) = RANDOM_OBSERVATION;
