/* An HD44780 with two rows of 16 behind a PCF8574. */
#include "hal.h"
#include "panel.h"

/* Bits of the backpack; the upper four are D4 to D7. */
#define RS 0x01
#define ENABLE 0x04
#define BACKLIGHT 0x08

#define UNKNOWN 0xFF

/* Start-up by instruction, after the table in the data sheet: three times "eight bits" with
   half bytes, then four bits, two rows, display on, cursor moves right, clear. */
#define HALVES 4
#define STEPS 8

static uint8_t start_byte(uint8_t step)
{
    switch (step) {
    case 0:
    case 1:
    case 2: return 0x30;
    case 3: return 0x20;
    case 4: return 0x28;
    case 5: return 0x0C;
    case 6: return 0x06;
    default: return 0x01;
    }
}

static uint8_t cursor; /* where the next character would go */

static uint8_t send(uint8_t address, uint8_t byte, uint8_t rs, uint8_t only_upper_half)
{
    uint8_t upper = (byte & 0xF0) | rs | BACKLIGHT, lower = (uint8_t)(byte << 4) | rs | BACKLIGHT;
    uint8_t bytes[4] = {upper | ENABLE, upper, lower | ENABLE, lower};
    return hal_i2c(address, bytes, only_upper_half ? 2 : 4);
}

uint8_t hd44780_start(uint8_t address, uint8_t step)
{
    cursor = UNKNOWN;
    if (!send(address, start_byte(step), 0, step < HALVES))
        return PANEL_GONE;
    return step + 1 == STEPS ? PANEL_DONE : PANEL_MORE;
}

uint8_t hd44780_put(uint8_t address, uint8_t row, uint8_t column, char character)
{
    uint8_t place = row * 0x40 + column;
    if (cursor != place) {
        if (!send(address, 0x80 | place, 0, 0))
            return PANEL_GONE;
        cursor = place;
        return PANEL_MORE;
    }
    if (!send(address, (uint8_t)character, RS, 0))
        return PANEL_GONE;
    cursor++;
    return PANEL_DONE;
}
