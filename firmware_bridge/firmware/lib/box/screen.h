/* What the displays show, as characters and segments. Knows no display. */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SCREEN_COLUMNS 16
#define SCREEN_ROWS 2
#define SCREEN_DIGITS 4

typedef struct {
    uint8_t players;
    uint8_t turn;
    uint8_t running;
    uint8_t alone; /* nobody tells the box what is so */
    int16_t score[4];
    int16_t left_s[4];
    char text[SCREEN_COLUMNS + 1];
} screen_state;

void screen_start(screen_state *state, uint8_t players);

/* Scores above, the text or the clocks below; neither for a box that is alone. */
void screen_characters(const screen_state *state, char rows[SCREEN_ROWS][SCREEN_COLUMNS]);

/* Segments a to g as bits 0 to 6; bit 7 of the second digit is the colon. The clock that runs,
   else the score of who is on turn. */
void screen_digits(const screen_state *state, uint8_t digits[SCREEN_DIGITS]);

#ifdef __cplusplus
}
#endif

#endif
