#include "character_display.h"

#include <string.h>

#include "hal.h"

/* Bits of the backpack; the upper four are D4 to D7. */
#define RS 0x01
#define ENABLE 0x04
#define BACKLIGHT 0x08

/* Addresses of the two makes of the expander. */
#define ADDRESS_T 0x27
#define ADDRESS_AT 0x3F

#define POWER_UP_MS 50
#define SEARCH_MS 2000

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

static char wanted[SCREEN_ROWS][SCREEN_COLUMNS];
static char shown[SCREEN_ROWS][SCREEN_COLUMNS];
static uint8_t address; /* 0: not found */
static uint8_t step;
static uint8_t cursor = 0xFF; /* where the next character would go; 0xFF unknown */
static uint32_t wait_from_ms;
static uint16_t wait_ms = POWER_UP_MS;

static void pause(uint16_t ms)
{
    wait_from_ms = hal_ms();
    wait_ms = ms;
}

static uint8_t send(uint8_t byte, uint8_t rs, uint8_t only_upper_half)
{
    uint8_t upper = (byte & 0xF0) | rs | BACKLIGHT, lower = (uint8_t)(byte << 4) | rs | BACKLIGHT;
    uint8_t bytes[4] = {upper | ENABLE, upper, lower | ENABLE, lower};
    if (hal_i2c(address, bytes, only_upper_half ? 2 : 4))
        return 1;
    address = 0; /* unplugged */
    pause(SEARCH_MS);
    return 0;
}

static void search(void)
{
    uint8_t dark = BACKLIGHT;
    if (hal_i2c(ADDRESS_T, &dark, 1))
        address = ADDRESS_T;
    else if (hal_i2c(ADDRESS_AT, &dark, 1))
        address = ADDRESS_AT;
    step = 0;
    pause(address ? POWER_UP_MS : SEARCH_MS);
}

static void start_up(void)
{
    if (!send(start_byte(step), 0, step < HALVES))
        return;
    pause(5); /* more than any of the steps needs */
    if (++step == STEPS) {
        memset(shown, ' ', sizeof shown);
        cursor = 0xFF;
    }
}

static void write_one(void)
{
    for (uint8_t row = 0; row < SCREEN_ROWS; row++)
        for (uint8_t column = 0; column < SCREEN_COLUMNS; column++) {
            char c = wanted[row][column];
            uint8_t place = row * 0x40 + column;
            if (c == shown[row][column])
                continue;
            if (cursor != place) {
                if (send(0x80 | place, 0, 0))
                    cursor = place;
                return;
            }
            if (send((uint8_t)c, RS, 0)) {
                shown[row][column] = c;
                cursor++;
            }
            return;
        }
}

void character_display_show(char rows[SCREEN_ROWS][SCREEN_COLUMNS])
{
    memcpy(wanted, rows, sizeof wanted);
}

void character_display_step(void)
{
    if (wait_ms) {
        if (hal_ms() - wait_from_ms < wait_ms)
            return;
        wait_ms = 0;
    }
    if (!address)
        search();
    else if (step < STEPS)
        start_up();
    else
        write_one();
}

uint8_t character_display_is_there(void)
{
    return address != 0;
}
