/* Points-to sets along the control flow, a part of the domain `heap`. */
#ifndef HEAP_TRANSFER_H
#define HEAP_TRANSFER_H

#include "ansatz/transfer.h"

extern const az_transfer_ops heap_transfer;

#endif
