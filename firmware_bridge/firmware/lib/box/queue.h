/* Events that wait to be acknowledged, in memory that survives a reset.

   RAM and not EEPROM: a byte of EEPROM takes 3.3 ms and wears out, and where power goes the
   computer on the same cable mostly goes too. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    uint16_t boot;
    uint16_t event;
    uint32_t at_ms; /* on a clock that goes on over resets */
    uint8_t button;
    uint8_t kind;
} queue_event;

/* Takes up what a reset has left, or starts empty. Returns the clock as it was last saved. */
uint32_t queue_start(void);

/* Appends an event; a full queue counts it as dropped and returns 0. */
uint8_t queue_push(const queue_event *event, uint32_t now_ms);

/* The oldest event, or 0. */
const queue_event *queue_head(void);

/* Removes the oldest event. */
void queue_pop(uint32_t now_ms);

/* Saves the clock. */
void queue_tick(uint32_t now_ms);

uint8_t queue_count(void);
uint16_t queue_dropped(void);

#ifdef __cplusplus
}
#endif

#endif
