/* A panel of two rows of 16 characters on the I2C bus, of one make or the other. */
#ifndef PANEL_H
#define PANEL_H

#include <stdint.h>

/* What `panel_start` and `panel_put` answer. */
#define PANEL_GONE 0 /* nobody answers any more */
#define PANEL_MORE 1 /* call again */
#define PANEL_DONE 2

/* The HD44780 behind a PCF8574 (the usual backpack). Step 0 begins; each is followed by a pause
   of PANEL_PAUSE_MS. */
uint8_t hd44780_start(uint8_t address, uint8_t step);
uint8_t hd44780_put(uint8_t address, uint8_t row, uint8_t column, char character);

/* An OLED of 128 x 64 dots with an SSD1306. */
uint8_t ssd1306_start(uint8_t address, uint8_t step);
uint8_t ssd1306_put(uint8_t address, uint8_t row, uint8_t column, char character);

#define PANEL_PAUSE_MS 5 /* more than any step of either needs */

#endif
