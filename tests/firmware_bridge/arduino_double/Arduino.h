// As much of Arduino as the sketch uses, so that it can be compiled and run on a computer.
#pragma once

#include <stdint.h>

#define HIGH 1
#define LOW 0
#define INPUT_PULLUP 2
#define OUTPUT 1
enum { A0 = 14, A1, A2, A3, A4, A5 };

unsigned long millis();
unsigned long micros();
void delayMicroseconds(unsigned int us);
void pinMode(uint8_t pin, uint8_t mode);
int digitalRead(uint8_t pin);
void digitalWrite(uint8_t pin, uint8_t level);
int analogRead(uint8_t pin);

struct SerialDouble {
    void begin(unsigned long baud);
    int read();
    int availableForWrite();
    unsigned write(const uint8_t *bytes, unsigned length);
};
extern SerialDouble Serial;
