/* Four digits of seven segments with a colon, driven by a TM1637. */
#ifndef DIGIT_DISPLAY_H
#define DIGIT_DISPLAY_H

#include <stdint.h>

#include "screen.h"

#ifdef __cplusplus
extern "C" {
#endif

void digit_display_start(void);

/* What it shall show. */
void digit_display_show(const uint8_t digits[SCREEN_DIGITS]);

/* Sends one byte of what is not yet shown. */
void digit_display_step(void);

#ifdef __cplusplus
}
#endif

#endif
