/* The box on an ATmega328P at 16 MHz (Uno, Nano, or the bare chip), without Arduino.

   Pins by their Arduino names:
     D2 to D5    buttons of the players          D10 to D13  lights of the players
     D6          challenge                       A0          light "doubt"
     D7          pass                            A1          light "challenge"
     D8          undo                            A2, A3      TM1637 clock, data
     D9          pause                           A4, A5      I2C data, clock (HD44780 or OLED)
   Buttons close to ground; the pull-ups inside the chip are used. */

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <util/atomic.h>
#include <util/delay.h>
#include <util/twi.h>

#include "box.h"
#include "hal.h"
#include "wire_gen.h"

/* ---- time and buttons --------------------------------------------------------------------- */

static volatile uint32_t ms;

ISR(TIMER0_COMPA_vect)
{
    ms++;
    debounce_sample((uint8_t)~(PIND >> 2 | PINB << 6));
}

uint32_t hal_ms(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        now = ms;
    }
    return now;
}

void hal_lock(void)
{
    cli();
}

void hal_unlock(void)
{
    sei();
}

/* ---- serial line -------------------------------------------------------------------------- */

#define RING 128 /* a power of two, at most 128 */

static volatile uint8_t in[RING], out[RING];
static volatile uint8_t in_head, in_tail, out_head, out_tail;
static volatile uint16_t overruns;

ISR(USART_RX_vect)
{
    uint8_t status = UCSR0A, byte = UDR0;
    if (status & _BV(DOR0))
        overruns++;
    if ((uint8_t)(in_head - in_tail) == RING) {
        overruns++;
        return;
    }
    in[in_head % RING] = byte;
    in_head++;
}

ISR(USART_UDRE_vect)
{
    if (out_head == out_tail) {
        UCSR0B &= ~_BV(UDRIE0);
        return;
    }
    UDR0 = out[out_tail % RING];
    out_tail++;
}

int16_t hal_read(void)
{
    if (in_head == in_tail)
        return -1;
    uint8_t byte = in[in_tail % RING];
    in_tail++;
    return byte;
}

uint8_t hal_write(const uint8_t *bytes, uint8_t length)
{
    if (length > RING - (uint8_t)(out_head - out_tail))
        return 0;
    for (uint8_t i = 0; i < length; i++)
        out[(uint8_t)(out_head + i) % RING] = bytes[i];
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        out_head += length;
        UCSR0B |= _BV(UDRIE0);
    }
    return 1;
}

uint16_t hal_overruns(void)
{
    uint16_t count;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        count = overruns;
    }
    return count;
}

/* ---- lights and memory -------------------------------------------------------------------- */

void hal_lights(uint8_t mask)
{
    PORTB = (PORTB & ~0x3C) | (mask & 0x0F) << 2;
    PORTC = (PORTC & ~0x03) | (mask >> 4 & 0x03);
}

uint8_t hal_recall(uint8_t place)
{
    return eeprom_read_byte((const uint8_t *)(uint16_t)place);
}

void hal_remember(uint8_t place, uint8_t byte)
{
    eeprom_update_byte((uint8_t *)(uint16_t)place, byte);
}

extern uint8_t _end;

/* The chip has no number of its own, but memory that nobody has written to wakes up with a
   pattern that differs from chip to chip. */
uint32_t hal_chance(void)
{
    uint32_t mix = 2166136261UL;
    for (const uint8_t *place = &_end; place < (const uint8_t *)(SP - 32); place++)
        mix = (mix ^ *place) * 16777619UL;
    return mix;
}

/* ---- displays ----------------------------------------------------------------------------- */

/* Waits for the bus; a bus without pull-ups or devices must not stop the box. */
static uint8_t twi_step(uint8_t control)
{
    TWCR = control | _BV(TWINT) | _BV(TWEN);
    for (uint16_t patience = 2000; patience; patience--)
        if (TWCR & _BV(TWINT))
            return TW_STATUS;
    TWCR = 0;
    return 0;
}

static uint8_t was_taken(uint8_t status)
{
    return status == TW_MT_SLA_ACK || status == TW_MT_DATA_ACK;
}

uint8_t hal_i2c(uint8_t address, const uint8_t *bytes, uint8_t length)
{
    if (twi_step(_BV(TWSTA)) != TW_START)
        return 0;
    TWDR = address << 1;
    uint8_t answered = was_taken(twi_step(0));
    while (answered && length--) {
        TWDR = *bytes++;
        answered = was_taken(twi_step(0));
    }
    TWCR = _BV(TWINT) | _BV(TWEN) | _BV(TWSTO);
    for (uint16_t patience = 2000; patience && TWCR & _BV(TWSTO); patience--)
        ;
    return answered;
}

void hal_tm1637(uint8_t clock, uint8_t data)
{
    DDRC = (DDRC & ~0x0C) | (clock ? 0 : 0x04) | (data ? 0 : 0x08);
    _delay_us(3);
}

/* ---- the whole ---------------------------------------------------------------------------- */

int main(void)
{
    PORTD = 0xFC; /* pull-ups of the buttons */
    PORTB = 0x03;
    DDRB = 0x3C;
    DDRC = 0x03;

    UCSR0A = _BV(U2X0);
    UBRR0 = (F_CPU / 4 / WIRE_BAUD - 1) / 2;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);

    TWBR = (F_CPU / 100000UL - 16) / 2;

    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS01) | _BV(CS00);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TIMSK0 = _BV(OCIE0A);

    debounce_start();
    box_start();
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    for (;;) {
        box_loop();
        sleep_mode(); /* until the next millisecond or byte */
    }
}
