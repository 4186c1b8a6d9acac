#pragma once

#include <stdint.h>

struct EepromDouble {
    uint8_t read(int place);
    void write(int place, uint8_t byte);
};
extern EepromDouble EEPROM;
