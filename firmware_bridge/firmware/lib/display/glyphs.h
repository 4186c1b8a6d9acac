/* The letters of the OLED: five columns each, the uppermost of seven dots in bit 0. */
#ifndef GLYPHS_H
#define GLYPHS_H

#include <stdint.h>

#define GLYPH_COLUMNS 5

/* One column of a character; small letters look like capitals. */
uint8_t glyph_column(char character, uint8_t column);

#endif
