// The box's hardware by Arduino's own functions, for boards other than an ATmega328P.
//
// Where the pins of the Uno do not do, the lists below have others; docs/device.md shows them. The
// queue survives a reset only where HAL_KEPT is memory that a reset leaves alone, as on all AVR.

#include "hal_arduino.h"

#include <Arduino.h>
#include <EEPROM.h>
#include <Wire.h>

#include "box.h"
#include "hal.h"
#include "wire_gen.h"

#if defined(__AVR_ATmega32U4__)
// D2 and D3 are the I2C bus of a Leonardo: their buttons go where the Uno has it.
static const uint8_t BUTTON_PINS[BUTTONS] = {A4, A5, 4, 5, 6, 7, 8, 9};
#else
static const uint8_t BUTTON_PINS[BUTTONS] = {2, 3, 4, 5, 6, 7, 8, 9};
#endif
static const uint8_t LIGHT_PINS[6] = {10, 11, 12, 13, A0, A1};
static const uint8_t TM1637_CLOCK = A2, TM1637_DATA = A3;

static uint32_t sampled_ms;

void hal_arduino_start()
{
    Serial.begin(WIRE_BAUD);
    for (uint8_t pin : BUTTON_PINS)
        pinMode(pin, INPUT_PULLUP);
    for (uint8_t pin : LIGHT_PINS)
        pinMode(pin, OUTPUT);
    Wire.begin();
#if defined(WIRE_HAS_TIMEOUT)
    Wire.setWireTimeout(3000, true); // a bus without pull-ups must not stop the box
#endif
    debounce_start();
    sampled_ms = millis();
}

void hal_arduino_sample()
{
    uint8_t closed = 0;
    for (uint8_t i = 0; i < BUTTONS; i++)
        if (digitalRead(BUTTON_PINS[i]) == LOW)
            closed |= 1 << i;
    for (; sampled_ms != millis(); sampled_ms++)
        debounce_sample(closed);
}

extern "C" {

uint32_t hal_ms(void)
{
    return millis();
}

void hal_lock(void)
{
    // Nothing samples behind the box's back here.
}

void hal_unlock(void)
{
}

int16_t hal_read(void)
{
    return Serial.read();
}

uint8_t hal_write(const uint8_t *bytes, uint8_t length)
{
    if (Serial.availableForWrite() < length)
        return 0;
    Serial.write(bytes, length);
    return 1;
}

uint16_t hal_overruns(void)
{
    return 0; // Arduino does not tell
}

void hal_lights(uint8_t mask)
{
    for (uint8_t i = 0; i < sizeof LIGHT_PINS; i++)
        digitalWrite(LIGHT_PINS[i], mask >> i & 1 ? HIGH : LOW);
}

uint8_t hal_recall(uint8_t place)
{
    return EEPROM.read(place);
}

void hal_remember(uint8_t place, uint8_t byte)
{
    if (EEPROM.read(place) == byte)
        return;
    EEPROM.write(place, byte);
}

uint32_t hal_chance(void)
{
    uint32_t mix = micros();
    for (uint8_t i = 0; i < 64; i++)
        mix = (mix ^ (uint32_t)analogRead(A3)) * 16777619UL;
    return mix;
}

uint8_t hal_i2c(uint8_t address, const uint8_t *bytes, uint8_t length)
{
    Wire.beginTransmission(address);
    Wire.write(bytes, length);
    return Wire.endTransmission() == 0;
}

static void open_drain(uint8_t pin, uint8_t level)
{
    if (level) {
        pinMode(pin, INPUT_PULLUP);
    } else {
        digitalWrite(pin, LOW);
        pinMode(pin, OUTPUT);
    }
}

void hal_tm1637(uint8_t clock, uint8_t data)
{
    open_drain(TM1637_CLOCK, clock);
    open_drain(TM1637_DATA, data);
    delayMicroseconds(3);
}
}
