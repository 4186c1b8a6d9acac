// The world of the sketch: time passes when it is told to.
#include "Arduino.h"
#include "EEPROM.h"
#include "Wire.h"

#include <string.h>

void setup();
void loop();

static unsigned long now_ms;
static uint8_t levels[20], memory[64];
static uint8_t in[4096], out[4096];
static unsigned in_head, in_tail, out_head, out_tail;

SerialDouble Serial;
EepromDouble EEPROM;
WireDouble Wire;

unsigned long millis() { return now_ms; }
unsigned long micros() { return now_ms * 1000; }
void delayMicroseconds(unsigned int) {}
void pinMode(uint8_t, uint8_t) {}
int digitalRead(uint8_t pin) { return levels[pin]; }
void digitalWrite(uint8_t pin, uint8_t level) { levels[pin] = level; }
int analogRead(uint8_t) { return 17; }

void SerialDouble::begin(unsigned long) {}
int SerialDouble::read() { return in_tail == in_head ? -1 : in[in_tail++ % sizeof in]; }
int SerialDouble::availableForWrite() { return 63; }
unsigned SerialDouble::write(const uint8_t *bytes, unsigned length)
{
    for (unsigned i = 0; i < length; i++)
        out[out_head++ % sizeof out] = bytes[i];
    return length;
}

uint8_t EepromDouble::read(int place) { return memory[place]; }
void EepromDouble::write(int place, uint8_t byte) { memory[place] = byte; }

void WireDouble::begin() {}
void WireDouble::beginTransmission(uint8_t) {}
unsigned WireDouble::write(const uint8_t *, unsigned length) { return length; }
uint8_t WireDouble::endTransmission() { return 2; } // nobody there

extern "C" {

void double_start()
{
    memset(memory, 0xFF, sizeof memory);
    memset(levels, HIGH, sizeof levels);
    setup();
}

void double_run(int ms)
{
    while (ms--) {
        now_ms++;
        loop();
    }
}

void double_button(int pin, int closed) { levels[pin] = closed ? LOW : HIGH; }
int double_level(int pin) { return levels[pin]; }

void double_write(const uint8_t *bytes, int length)
{
    for (int i = 0; i < length; i++)
        in[in_head++ % sizeof in] = bytes[i];
}

int double_read(uint8_t *bytes)
{
    int length = 0;
    while (out_tail != out_head)
        bytes[length++] = out[out_tail++ % sizeof out];
    return length;
}
}
