/* The reduced product along the control flow, part of the domain `product`. */
#ifndef ANSATZ_PRODUCT_TRANSFER_H
#define ANSATZ_PRODUCT_TRANSFER_H

#include "ansatz/transfer.h"

extern const az_transfer_ops az_product_transfer;

#endif
