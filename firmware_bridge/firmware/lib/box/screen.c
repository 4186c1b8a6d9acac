#include "screen.h"

#include <string.h>

#include "wire_gen.h"

#define COLON 0x80
#define MINUS 0x40

void screen_start(screen_state *state, uint8_t players)
{
    memset(state, 0, sizeof *state);
    state->players = players;
    state->turn = state->running = WIRE_NOBODY;
    for (uint8_t i = 0; i < 4; i++)
        state->left_s[i] = WIRE_NO_CLOCK;
}

/* Writes a number so that it ends at `end`; returns where it begins. */
static char *put_before(char *end, uint16_t value, uint8_t least_digits)
{
    do {
        *--end = '0' + value % 10;
        value /= 10;
        if (least_digits)
            least_digits--;
    } while (value || least_digits);
    return end;
}

static uint16_t size_of(int16_t value)
{
    return value < 0 ? (uint16_t)(-(int32_t)value) : (uint16_t)value;
}

static void put_score(char *cell, uint8_t width, int16_t score, uint8_t on_turn)
{
    char digits[8];
    char *start = put_before(digits + 8, size_of(score), 1);
    if (score < 0)
        *--start = '-';
    uint8_t length = (uint8_t)(digits + 8 - start);
    if (length > width) {
        memset(cell, '#', width);
        return;
    }
    memcpy(cell + width - length, start, length);
    if (on_turn && length < width)
        cell[0] = '>';
}

/* Minutes and seconds; where they do not fit, minutes alone. */
static void put_clock(char *cell, uint8_t width, int16_t left_s)
{
    char text[10];
    uint16_t seconds = size_of(left_s);
    char *start = put_before(text + 10, seconds % 60, 2);
    *--start = ':';
    start = put_before(start, seconds / 60, 1);
    if (left_s < 0)
        *--start = '-';
    uint8_t length = (uint8_t)(text + 10 - start);
    if (length > width) {
        text[9] = 'm';
        start = put_before(text + 9, seconds / 60, 1);
        if (left_s < 0)
            *--start = '-';
        length = (uint8_t)(text + 10 - start);
        if (length > width)
            return;
    }
    memcpy(cell + width - length, start, length);
}

void screen_characters(const screen_state *state, char rows[SCREEN_ROWS][SCREEN_COLUMNS])
{
    uint8_t players = state->players;
    memset(rows, ' ', SCREEN_ROWS * SCREEN_COLUMNS);
    if (!players)
        return;
    uint8_t width = SCREEN_COLUMNS / players;
    for (uint8_t i = 0; i < players; i++) {
        put_score(rows[0] + i * width, width, state->score[i], i == state->turn);
        if (!state->alone && !state->text[0] && state->left_s[i] != WIRE_NO_CLOCK)
            /* A blank between the clocks, where there is room for it. */
            put_clock(rows[1] + i * width + (width > 5), width - (width > 5), state->left_s[i]);
    }
    if (state->alone) {
        for (uint8_t i = 0; i < SCREEN_COLUMNS; i += 2)
            rows[1][i] = '-';
        return;
    }
    for (uint8_t i = 0; i < SCREEN_COLUMNS && state->text[i]; i++)
        rows[1][i] = state->text[i];
}

static uint8_t segments(uint8_t digit)
{
    /* Computed by a switch: a table would take RAM on an AVR. */
    switch (digit) {
    case 0: return 0x3F;
    case 1: return 0x06;
    case 2: return 0x5B;
    case 3: return 0x4F;
    case 4: return 0x66;
    case 5: return 0x6D;
    case 6: return 0x7D;
    case 7: return 0x07;
    case 8: return 0x7F;
    default: return 0x6F;
    }
}

static void put_digits(uint8_t digits[SCREEN_DIGITS], uint16_t value, uint8_t least)
{
    for (uint8_t i = SCREEN_DIGITS; i-- && (value || least);) {
        digits[i] = segments(value % 10);
        value /= 10;
        if (least)
            least--;
    }
}

void screen_digits(const screen_state *state, uint8_t digits[SCREEN_DIGITS])
{
    memset(digits, state->alone ? MINUS : 0, SCREEN_DIGITS);
    if (state->alone)
        return;
    if (state->running < 4 && state->left_s[state->running] != WIRE_NO_CLOCK) {
        int16_t left_s = state->left_s[state->running];
        uint16_t seconds = size_of(left_s);
        uint16_t most = left_s < 0 ? 9 : 99;
        uint16_t minutes = seconds / 60 > most ? most : seconds / 60;
        put_digits(digits, minutes * 100 + seconds % 60, 3);
        digits[1] |= COLON;
        if (left_s < 0)
            digits[0] = MINUS;
    } else if (state->turn < 4) {
        int16_t score = state->score[state->turn];
        put_digits(digits, size_of(score), 1);
        if (score < 0)
            digits[0] = MINUS;
    }
}
