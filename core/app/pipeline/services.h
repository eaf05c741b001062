/* See services.c. */
#pragma once

#include "kiki/services.h"

/* The table with all services. */
extern const az_services az_services_all;
