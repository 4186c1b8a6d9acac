/* Two rows of 16 characters on the I2C bus: an HD44780 with a backpack, or an OLED with an
   SSD1306. Which one it is, is found out. */
#ifndef CHARACTER_DISPLAY_H
#define CHARACTER_DISPLAY_H

#include <stdint.h>

#include "screen.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What it shall show. */
void character_display_show(char rows[SCREEN_ROWS][SCREEN_COLUMNS]);

/* Does at most half a character's worth of work, so that nothing else waits. */
void character_display_step(void);

uint8_t character_display_is_there(void);

#ifdef __cplusplus
}
#endif

#endif
