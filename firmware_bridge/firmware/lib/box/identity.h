/* Which box this is and how often it has started, kept where a power cut does no harm. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    uint32_t uid;
    uint16_t boot;
} identity;

/* Counts this start and returns who the box is. */
identity identity_start(void);

#ifdef __cplusplus
}
#endif

#endif
