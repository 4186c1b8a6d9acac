/* Contacts that bounce in, presses out. */
#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BUTTONS 8

/* Forgets everything; a button counts as held down until it is seen released. */
void debounce_start(void);

/* Takes the contacts once a millisecond, a bit a button, 1 closed. May be called by an
   interrupt. */
void debounce_sample(uint8_t closed);

/* Presses and holds since the last call, a bit a button. Guard it with hal_lock. */
void debounce_take(uint8_t *pressed, uint8_t *held);

/* Buttons that are down now, a bit a button. */
uint8_t debounce_down(void);

#ifdef __cplusplus
}
#endif

#endif
