/* An OLED of 128 x 64 dots with an SSD1306. Its memory is written page by page (eight rows of
   dots each), so none of it need be kept here. */
#include <string.h>

#include "glyphs.h"
#include "hal.h"
#include "panel.h"

/* What the bytes of a transmission are. */
#define COMMANDS 0x00
#define DOTS 0x40

#define WIDTH 128
#define PAGES 8
#define CELL 8 /* dots a character is wide */
#define ON 0xAF

#if defined(__AVR__)
#define IN_FLASH __flash
#else
#define IN_FLASH
#endif

/* Off; clock; 64 rows; no offset; first row; the pump makes its voltage; write by pages; the
   cable above the picture; wiring of the rows; contrast; pre-charge; level; memory shown; not
   inverted. After the data sheet. */
static const IN_FLASH uint8_t SET_UP[] = {
    0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0x20, 0x02,
    0xA1, 0xC8, 0xDA, 0x12, 0x81, 0x8F, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6,
};

#define SET_UP_BYTES (uint8_t)sizeof SET_UP
#define PART 16 /* dots that are cleared at once */
#define CLEARING (PAGES * WIDTH / PART)

static uint8_t lower_half; /* of the character that is being written */

static uint8_t go_to(uint8_t address, uint8_t page, uint8_t x)
{
    uint8_t bytes[4] = {COMMANDS, 0xB0 | page, x & 0x0F, 0x10 | x >> 4};
    return hal_i2c(address, bytes, sizeof bytes);
}

static uint8_t command(uint8_t address, uint8_t byte)
{
    uint8_t bytes[2] = {COMMANDS, byte};
    return hal_i2c(address, bytes, sizeof bytes);
}

/* A stretch of blank dots. */
static uint8_t clear(uint8_t address, uint8_t part)
{
    uint8_t bytes[1 + PART];
    memset(bytes, 0, sizeof bytes);
    bytes[0] = DOTS;
    return go_to(address, part / (WIDTH / PART), part % (WIDTH / PART) * PART)
           && hal_i2c(address, bytes, sizeof bytes);
}

uint8_t ssd1306_start(uint8_t address, uint8_t step)
{
    uint8_t is_there;
    lower_half = 0;
    if (step < SET_UP_BYTES)
        is_there = command(address, SET_UP[step]);
    else if (step < SET_UP_BYTES + CLEARING)
        is_there = clear(address, step - SET_UP_BYTES);
    else
        return command(address, ON) ? PANEL_DONE : PANEL_GONE;
    return is_there ? PANEL_MORE : PANEL_GONE;
}

/* Four dots above each other, each as two. */
static uint8_t doubled(uint8_t dots)
{
    uint8_t tall = 0;
    for (uint8_t i = 0; i < 4; i++)
        if (dots >> i & 1)
            tall |= 3 << 2 * i;
    return tall;
}

/* Twice as tall as in the table, and seven dots wide instead of five. */
uint8_t ssd1306_put(uint8_t address, uint8_t row, uint8_t column, char character)
{
    uint8_t bytes[1 + CELL] = {DOTS};
    for (uint8_t x = 0; x + 1 < CELL; x++) {
        uint8_t dots = glyph_column(character, (2 * x + 1) / 3);
        bytes[1 + x] = doubled(lower_half ? dots >> 4 : dots);
    }
    if (!go_to(address, 1 + 4 * row + lower_half, column * CELL)
        || !hal_i2c(address, bytes, sizeof bytes))
        return PANEL_GONE;
    lower_half = !lower_half;
    return lower_half ? PANEL_MORE : PANEL_DONE;
}
