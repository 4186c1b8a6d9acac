/* Events that wait to be acknowledged, in memory that survives a reset.

   RAM and not EEPROM: a byte of EEPROM takes 3.3 ms and wears out, and where power goes the
   computer on the same cable mostly goes too. The number of the time it was switched on, and of
   the last event, lie beside them: a reset goes on counting and wears nothing out. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    uint32_t at_ms; /* on a clock that goes on over resets */
    uint16_t event;
    uint8_t what;
} queue_event;

/* Takes up what a reset has left and returns 1, or starts empty and returns 0. */
uint8_t queue_start(void);

/* A new time of being switched on: events count from 1 again. Only for an empty queue. */
void queue_begin(uint16_t boot);

/* The time it was switched on, and how many resets it has outlived since. */
uint16_t queue_boot(void);
uint8_t queue_resets(void);

/* The number of the last event. */
uint16_t queue_last_event(void);

/* Appends what a button did; a full queue counts it as dropped and returns 0. */
uint8_t queue_push(uint8_t what, uint32_t now_ms);

/* The event before which so many others wait, or 0. */
const queue_event *queue_at(uint8_t place);

/* Removes the oldest events up to this one, if it waits here; returns how many. */
uint8_t queue_pop_through(uint16_t boot, uint16_t event, uint32_t now_ms);

/* Saves the clock; `queue_clock` tells it as it was saved last. */
void queue_tick(uint32_t now_ms);
uint32_t queue_clock(void);

uint8_t queue_count(void);
uint16_t queue_dropped(void);

#ifdef __cplusplus
}
#endif

#endif
