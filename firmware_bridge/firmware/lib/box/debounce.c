#include "debounce.h"

#include "wire_gen.h"

/* Per button, milliseconds closed less milliseconds open, between 0 and WIRE_DEBOUNCE_MS: short
   bounces either way only move it a little. */
static volatile uint8_t level[BUTTONS];
static volatile uint16_t down_ms[BUTTONS];
static volatile uint8_t down;
/* Seen released since the start. Without this a button held during a reset, or a plug going
   in, would be a press. */
static volatile uint8_t armed;
static volatile uint8_t new_pressed, new_held;

void debounce_start(void)
{
    for (uint8_t i = 0; i < BUTTONS; i++) {
        level[i] = WIRE_DEBOUNCE_MS;
        down_ms[i] = WIRE_HOLD_MS;
    }
    down = 0xFF;
    armed = 0;
    new_pressed = new_held = 0;
}

static void settled_down(uint8_t i, uint8_t bit)
{
    if (!(down & bit)) {
        down |= bit;
        down_ms[i] = 0;
        if (armed & bit)
            new_pressed |= bit;
    } else if (down_ms[i] < WIRE_HOLD_MS && ++down_ms[i] == WIRE_HOLD_MS) {
        new_held |= bit;
    }
}

void debounce_sample(uint8_t closed)
{
    for (uint8_t i = 0, bit = 1; i < BUTTONS; i++, bit <<= 1) {
        if (closed & bit) {
            if (level[i] < WIRE_DEBOUNCE_MS)
                level[i]++;
            if (level[i] == WIRE_DEBOUNCE_MS)
                settled_down(i, bit);
        } else {
            if (level[i])
                level[i]--;
            if (!level[i]) {
                down &= ~bit;
                armed |= bit;
            }
        }
    }
}

void debounce_take(uint8_t *pressed, uint8_t *held)
{
    *pressed = new_pressed;
    *held = new_held;
    new_pressed = new_held = 0;
}

uint8_t debounce_down(void)
{
    return down;
}
