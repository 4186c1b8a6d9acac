#pragma once

#include <stdint.h>

struct WireDouble {
    void begin();
    void beginTransmission(uint8_t address);
    unsigned write(const uint8_t *bytes, unsigned length);
    uint8_t endTransmission();
};
extern WireDouble Wire;
