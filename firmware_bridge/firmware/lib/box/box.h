/* The button box: buttons, queue, wire, lights and displays joined. */
#ifndef BOX_H
#define BOX_H

#include <stdint.h>

#include "debounce.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 2.00 */
#define BOX_FIRMWARE 200

#ifndef BOX_PLAYERS
#define BOX_PLAYERS 4
#endif

/* Once, before anything else. */
void box_start(void);

/* Endlessly, at least once a millisecond; never waits for longer than that. */
void box_loop(void);

#ifdef __cplusplus
}
#endif

#endif
