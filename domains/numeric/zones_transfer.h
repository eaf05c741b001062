/* Difference bounds along the control flow, part of the domain `zones`. */
#ifndef ZONES_TRANSFER_H
#define ZONES_TRANSFER_H

#include "ansatz/transfer.h"

extern const az_transfer_ops zones_transfer;

#endif
