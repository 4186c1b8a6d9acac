#include "character_display.h"

#include <string.h>

#include "hal.h"
#include "panel.h"

/* Addresses of the two makes of the backpack, and of the OLED. */
#define ADDRESSES 4
#define FIRST_OLED 2

#define POWER_UP_MS 50
#define SEARCH_MS 2000

#define READY 0xFF

static char wanted[SCREEN_ROWS][SCREEN_COLUMNS];
static char shown[SCREEN_ROWS][SCREEN_COLUMNS];
static uint8_t address; /* 0: not found */
static uint8_t is_oled;
static uint8_t step;
static uint8_t row, column, busy; /* the character that is being written, if one is */
static uint32_t wait_from_ms;
static uint16_t wait_ms = POWER_UP_MS;

static void pause(uint16_t ms)
{
    wait_from_ms = hal_ms();
    wait_ms = ms;
}

static uint8_t address_of(uint8_t make)
{
    switch (make) {
    case 0: return 0x27;
    case 1: return 0x3F;
    case 2: return 0x3C;
    default: return 0x3D;
    }
}

static void search(void)
{
    /* To the backpack this is "all lines low, light on"; the OLED is asked by its address only. */
    uint8_t harmless = 0x08;
    for (uint8_t make = 0; make < ADDRESSES && !address; make++) {
        uint8_t bytes = make < FIRST_OLED ? 1 : 0;
        if (hal_i2c(address_of(make), &harmless, bytes)) {
            address = address_of(make);
            is_oled = make >= FIRST_OLED;
        }
    }
    step = 0;
    busy = 0;
    pause(address ? POWER_UP_MS : SEARCH_MS);
}

static void lost(void)
{
    address = 0; /* unplugged */
    pause(SEARCH_MS);
}

static void start_up(void)
{
    switch (is_oled ? ssd1306_start(address, step) : hd44780_start(address, step)) {
    case PANEL_GONE:
        lost();
        return;
    case PANEL_MORE:
        step++;
        break;
    default:
        memset(shown, ' ', sizeof shown);
        step = READY;
    }
    pause(PANEL_PAUSE_MS);
}

/* Finds a character that is not yet shown; 0 if there is none. */
static uint8_t find(void)
{
    for (row = 0; row < SCREEN_ROWS; row++)
        for (column = 0; column < SCREEN_COLUMNS; column++)
            if (wanted[row][column] != shown[row][column]) {
                shown[row][column] = wanted[row][column];
                return 1;
            }
    return 0;
}

static void write_one(void)
{
    if (!busy)
        busy = find();
    if (!busy)
        return;
    char c = shown[row][column];
    switch (is_oled ? ssd1306_put(address, row, column, c)
                    : hd44780_put(address, row, column, c)) {
    case PANEL_GONE:
        lost();
        break;
    case PANEL_DONE:
        busy = 0;
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
    else if (step != READY)
        start_up();
    else
        write_one();
}

uint8_t character_display_is_there(void)
{
    return address != 0;
}
