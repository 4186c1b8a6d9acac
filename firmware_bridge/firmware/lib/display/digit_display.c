#include "digit_display.h"

#include <string.h>

#include "hal.h"

#define WRITE_ASCENDING 0x40
#define FIRST_DIGIT 0xC0
#define ON_HALF_BRIGHT 0x8B

#define REFRESH_MS 2000

/* A whole picture: one command, one run of five bytes, one command. */
#define PARTS 7

static uint8_t wanted[SCREEN_DIGITS], sending[SCREEN_DIGITS];
static uint8_t part = PARTS;
static uint8_t stale = 1;
static uint32_t shown_ms;

static void begin(void)
{
    hal_tm1637(1, 1);
    hal_tm1637(1, 0);
    hal_tm1637(0, 0);
}

static void end(void)
{
    hal_tm1637(0, 0);
    hal_tm1637(1, 0);
    hal_tm1637(1, 1);
}

static void put(uint8_t byte)
{
    for (uint8_t i = 0; i < 8; i++, byte >>= 1) {
        hal_tm1637(0, byte & 1);
        hal_tm1637(1, byte & 1);
    }
    hal_tm1637(0, 1); /* the ninth clock is its answer, which nobody needs */
    hal_tm1637(1, 1);
    hal_tm1637(0, 1);
}

void digit_display_start(void)
{
    hal_tm1637(1, 1);
}

void digit_display_show(const uint8_t digits[SCREEN_DIGITS])
{
    if (memcmp(wanted, digits, sizeof wanted))
        stale = 1;
    memcpy(wanted, digits, sizeof wanted);
}

void digit_display_step(void)
{
    if (part == PARTS) {
        /* Again from time to time: a digit display that was plugged in late shows nothing. */
        if (!stale && hal_ms() - shown_ms < REFRESH_MS)
            return;
        memcpy(sending, wanted, sizeof sending);
        stale = 0;
        part = 0;
    }
    switch (part) {
    case 0:
        begin();
        put(WRITE_ASCENDING);
        end();
        break;
    case 1:
        begin();
        put(FIRST_DIGIT);
        break;
    case 6:
        end();
        begin();
        put(ON_HALF_BRIGHT);
        end();
        shown_ms = hal_ms();
        break;
    default:
        put(sending[part - 2]);
        break;
    }
    part++;
}
