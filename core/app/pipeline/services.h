/* See services.c. */
#ifndef AZ_PIPELINE_SERVICES_H
#define AZ_PIPELINE_SERVICES_H

#include "kiki/services.h"

/* The table with all services. */
extern const az_services az_services_all;

#endif
