/* Which box this is and how often it was switched on, kept where a power cut does no harm. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of the box; made when it is asked for the first time. */
uint32_t identity_uid(void);

/* The number of this time of being switched on, if it is a new one. Nothing is written: a box
   that comes and goes without a press wears nothing out. */
uint16_t identity_next_boot(void);

/* Writes that number, so that it is never given again; to be called before its first press. */
void identity_use_boot(uint16_t boot);

#ifdef __cplusplus
}
#endif

#endif
