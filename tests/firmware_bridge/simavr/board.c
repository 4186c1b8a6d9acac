/* An ATmega328P with buttons, lights and displays around it, for the tests of the firmware.

   SPDX-License-Identifier: GPL-3.0-or-later
   This file alone has this licence, because it is linked with simavr, which has it. It is no
   part of the program and is not installed. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_ioport.h>
#include <simavr/avr_twi.h>
#include <simavr/avr_uart.h>
#include <simavr/parts/hd44780.h>
#include <simavr/parts/ssd1306_virt.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#define HZ 16000000
#define CYCLES_A_BYTE 1389 /* 115200 baud */
#define ROOM 65536
#define DISPLAY_ADDRESS 0x27

typedef struct {
    avr_t *avr;
    uint8_t to_host[ROOM], to_box[ROOM];
    uint32_t to_host_head, to_host_tail, to_box_head, to_box_tail;
    int feeding;
    uint16_t closed;
    uint8_t pins_b, pins_c;
    hd44780_t display;
    ssd1306_t oled;
    avr_irq_t *bus;
    int display_plugged, display_selected;
    uint8_t clock, data, bits, shift, place, digits_on, digits[4], run;
} board;

static void quiet(avr_t *avr, const int level, const char *format, va_list args)
{
    (void)avr, (void)level, (void)format, (void)args;
}

static void do_not_wait(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr, (void)cycles;
}

/* ---- serial line -------------------------------------------------------------------------- */

static void from_box(avr_irq_t *irq, uint32_t value, void *param)
{
    board *b = param;
    (void)irq;
    b->to_host[b->to_host_head++ % ROOM] = value;
}

static avr_cycle_count_t feed(avr_t *avr, avr_cycle_count_t when, void *param)
{
    board *b = param;
    if (b->to_box_head == b->to_box_tail) {
        b->feeding = 0;
        return 0;
    }
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT),
                  b->to_box[b->to_box_tail++ % ROOM]);
    return when + CYCLES_A_BYTE;
}

static void start_feeding(board *b)
{
    if (!b->feeding && b->to_box_head != b->to_box_tail) {
        b->feeding = 1;
        avr_cycle_timer_register(b->avr, CYCLES_A_BYTE, feed, b);
    }
}

/* ---- displays ----------------------------------------------------------------------------- */

static void expander(board *b, uint8_t byte)
{
    static const uint8_t lines[8] = {IRQ_HD44780_RS, IRQ_HD44780_RW, IRQ_HD44780_E, 0,
                                     IRQ_HD44780_D4, IRQ_HD44780_D5, IRQ_HD44780_D6,
                                     IRQ_HD44780_D7};
    for (int i = 7; i >= 0; i--)
        if (i != 2 && lines[i])
            avr_raise_irq(b->display.irq + lines[i], byte >> i & 1);
    avr_raise_irq(b->display.irq + IRQ_HD44780_E, byte >> 2 & 1);
}

static void on_bus(avr_irq_t *irq, uint32_t value, void *param)
{
    board *b = param;
    avr_twi_msg_irq_t m;
    (void)irq;
    m.u.v = value;
    if (!b->display_plugged)
        return;
    if (m.u.twi.msg & TWI_COND_STOP)
        b->display_selected = 0;
    if (m.u.twi.msg & TWI_COND_START)
        b->display_selected = m.u.twi.addr >> 1 == DISPLAY_ADDRESS;
    if (!b->display_selected)
        return;
    if (m.u.twi.msg & TWI_COND_START)
        avr_raise_irq(b->bus + TWI_IRQ_INPUT, avr_twi_irq_msg(TWI_COND_ACK, m.u.twi.addr, 1));
    if (m.u.twi.msg & TWI_COND_WRITE) {
        avr_raise_irq(b->bus + TWI_IRQ_INPUT, avr_twi_irq_msg(TWI_COND_ACK, m.u.twi.addr, 1));
        expander(b, m.u.twi.data);
    }
}

static void tm1637_byte(board *b, uint8_t byte)
{
    if (!b->run && (byte & 0xC0) == 0xC0)
        b->place = byte & 7;
    else if (!b->run && (byte & 0xC0) == 0x80)
        b->digits_on = byte >> 3 & 1;
    else if (b->run && b->place < 4)
        b->digits[b->place++] = byte;
    b->run++;
}

static void tm1637(board *b, uint8_t clock, uint8_t data)
{
    if (b->clock && clock && b->data != data) {
        if (!data) { /* start */
            b->bits = 0;
            b->run = 0;
        }
    } else if (!b->clock && clock) {
        if (b->bits < 8)
            b->shift = b->shift >> 1 | (data ? 0x80 : 0);
        if (++b->bits == 8)
            tm1637_byte(b, b->shift);
        if (b->bits == 9)
            b->bits = 0;
    }
    b->clock = clock;
    b->data = data;
}

static void on_c(avr_irq_t *irq, uint32_t value, void *param)
{
    board *b = param;
    b->pins_c = (b->pins_c & ~(1 << irq->irq)) | (value & 1) << irq->irq;
    if (irq->irq == 2 || irq->irq == 3)
        tm1637(b, b->pins_c >> 2 & 1, b->pins_c >> 3 & 1);
}

static void on_b(avr_irq_t *irq, uint32_t value, void *param)
{
    board *b = param;
    b->pins_b = (b->pins_b & ~(1 << irq->irq)) | (value & 1) << irq->irq;
}

/* ---- what the tests call ------------------------------------------------------------------ */

/* Says what the buttons hold the pins at. Without it every write to a port lets the emulator
   see its pull-ups alone, and a button that is held down would spring open for it. */
static void hold_pins(board *b)
{
    avr_ioport_external_t d = {.name = 'D', .mask = 0xFC, .value = ~(b->closed << 2) & 0xFC};
    avr_ioport_external_t e = {.name = 'B', .mask = 0x03, .value = ~(b->closed >> 6) & 0x03};
    avr_ioctl(b->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &d);
    avr_ioctl(b->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('B'), &e);
}

static void set_button(board *b, int button, int closed)
{
    avr_irq_t *irq = button < 6
                         ? avr_io_getirq(b->avr, AVR_IOCTL_IOPORT_GETIRQ('D'), button + 2)
                         : avr_io_getirq(b->avr, AVR_IOCTL_IOPORT_GETIRQ('B'), button - 6);
    avr_raise_irq(irq, closed); /* the other value first: an equal one is not passed on */
    avr_raise_irq(irq, !closed);
}

void board_button(board *b, int button, int closed)
{
    b->closed = (b->closed & ~(1 << button)) | closed << button;
    hold_pins(b);
    set_button(b, button, closed);
}

static void around(board *b)
{
    avr_ioport_external_t pull = {.name = 'C', .mask = 0x0C, .value = 0x0C};
    avr_ioctl(b->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('C'), &pull);
    hold_pins(b);
    for (int i = 0; i < 8; i++)
        set_button(b, i, b->closed >> i & 1);
}

/* Displays on the bus: 0 none, 1 the HD44780, 2 the OLED. */
board *board_new(const char *path, int display, const char *chip)
{
    elf_firmware_t firmware;
    board *b = calloc(1, sizeof *b);
    uint32_t flags = 0;
    memset(&firmware, 0, sizeof firmware);
    avr_global_logger_set(quiet);
    if (!b || elf_read_firmware(path, &firmware))
        return NULL;
    b->avr = avr_make_mcu_by_name(chip);
    avr_init(b->avr);
    firmware.frequency = HZ;
    avr_load_firmware(b->avr, &firmware);
    b->avr->sleep = do_not_wait;

    avr_ioctl(b->avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(b->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                            from_box, b);
    for (int i = 2; i < 6; i++)
        avr_irq_register_notify(avr_io_getirq(b->avr, AVR_IOCTL_IOPORT_GETIRQ('B'), i), on_b, b);
    for (int i = 0; i < 4; i++)
        avr_irq_register_notify(avr_io_getirq(b->avr, AVR_IOCTL_IOPORT_GETIRQ('C'), i), on_c, b);

    b->display_plugged = display == 1;
    hd44780_init(b->avr, &b->display, 16, 2);
    b->bus = avr_io_getirq(b->avr, AVR_IOCTL_TWI_GETIRQ(0), 0);
    avr_irq_register_notify(b->bus + TWI_IRQ_OUTPUT, on_bus, b);
    if (display == 2) {
        ssd1306_wiring_t wiring = {.reset = {.port = 'D', .pin = 0}};
        ssd1306_init(b->avr, &b->oled, 128, 64);
        memset(b->oled.vram, 0xA5, sizeof b->oled.vram); /* wakes up with anything in it */
        ssd1306_connect_twi(&b->oled, &wiring);
    }
    around(b);
    return b;
}

void board_free(board *b)
{
    avr_terminate(b->avr);
    free(b);
}

void board_reset(board *b)
{
    avr_reset(b->avr);
    b->feeding = 0;
    b->to_box_tail = b->to_box_head; /* bytes on the wire meet a chip that does not listen */
    b->display_selected = 0;
    around(b);
}

/* Lets simulated time pass; 0 if the chip has crashed. */
int board_run(board *b, uint32_t us)
{
    avr_cycle_count_t until = b->avr->cycle + (avr_cycle_count_t)us * (HZ / 1000000);
    start_feeding(b);
    while (b->avr->cycle < until) {
        int state = avr_run(b->avr);
        if (state == cpu_Done || state == cpu_Crashed)
            return 0;
    }
    return 1;
}

double board_seconds(board *b)
{
    return (double)b->avr->cycle / HZ;
}

void board_write(board *b, const uint8_t *bytes, int length)
{
    for (int i = 0; i < length; i++)
        b->to_box[b->to_box_head++ % ROOM] = bytes[i];
}

int board_read(board *b, uint8_t *bytes, int most)
{
    int length = 0;
    while (length < most && b->to_host_tail != b->to_host_head)
        bytes[length++] = b->to_host[b->to_host_tail++ % ROOM];
    return length;
}

int board_lights(board *b)
{
    return (b->pins_b >> 2 & 0x0F) | (b->pins_c & 0x03) << 4;
}

void board_characters(board *b, char *characters)
{
    memcpy(characters, b->display.vram, 16);
    memcpy(characters + 16, b->display.vram + 0x40, 16);
}

/* The dots of the OLED, page by page, lowest bit uppermost; 0 if it is off. */
int board_oled(board *b, uint8_t *pages)
{
    memcpy(pages, b->oled.vram, 8 * 128);
    return ssd1306_get_flag(&b->oled, SSD1306_FLAG_DISPLAY_ON);
}

void board_display(board *b, int plugged)
{
    b->display_plugged = plugged;
}

int board_digits(board *b, uint8_t *digits)
{
    memcpy(digits, b->digits, 4);
    return b->digits_on;
}

/* Fills what lies between an address and the stack with a pattern. */
void board_paint(board *b, int from)
{
    int stack = b->avr->data[R_SPL] | b->avr->data[R_SPH] << 8;
    memset(b->avr->data + from, 0xA5, stack - from);
}

/* Bytes of the pattern that are still there. */
int board_stack_free(board *b, int from)
{
    int place = from;
    while (place <= b->avr->ramend && b->avr->data[place] == 0xA5)
        place++;
    return place - from;
}
