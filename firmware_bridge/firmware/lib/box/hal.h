/* What the box needs of its hardware. One file a kind of hardware gives these functions:
   src/hal_avr.c for an ATmega328P without Arduino, arduino/button_box/hal_arduino.cpp for any
   board that Arduino knows. */
#ifndef HAL_H
#define HAL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Memory that a reset leaves alone. */
#ifndef HAL_KEPT
#if defined(__AVR__)
#define HAL_KEPT __attribute__((section(".noinit")))
#else
#define HAL_KEPT
#endif
#endif

/* Milliseconds since the start. */
uint32_t hal_ms(void);

/* Keeps box_sample from interrupting. */
void hal_lock(void);
void hal_unlock(void);

/* The next byte that has arrived, or -1. */
int16_t hal_read(void);

/* Queues bytes to be sent: all of them, or none and 0 if there is no room. */
uint8_t hal_write(const uint8_t *bytes, uint8_t length);

/* Bytes lost because they were not read in time. */
uint16_t hal_overruns(void);

/* Lights up exactly these (bits of WIRE_LIGHT_...). */
void hal_lights(uint8_t mask);

/* Bytes that outlast a power cut, from 0 to 15. */
uint8_t hal_recall(uint8_t place);
void hal_remember(uint8_t place, uint8_t byte);

/* A number that differs from box to box; asked once in the life of a box. */
uint32_t hal_chance(void);

/* Writes to a device on the I2C bus; 0 if there is none at that address. */
uint8_t hal_i2c(uint8_t address, const uint8_t *bytes, uint8_t length);

/* The two open-drain lines of a TM1637; waits long enough for it to see the levels. */
void hal_tm1637(uint8_t clock, uint8_t data);

#ifdef __cplusplus
}
#endif

#endif
